/**
 * The archive of Kafka's classes: the one that set-up made fits Java and the jars, and an archive that does not fit is not used.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { archivedClasses } from '../../src/runner/embedded/class-archive.ts'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'

function kafkaVersion(options: readonly string[]) {
  const command = [...options, '-cp', join(kafkaJarsPath, '*'), 'kafka.Kafka', '--version']
  return spawnSync('java', command, { encoding: 'utf8' })
}

/** Makes a folder with a copy of the archive, in the place that it would have beside another folder of jars. */
function copyArchive(): { readonly jarsPath: string; readonly archivePath: string } {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(kafkaJarsPath, '..', 'class-archive'), join(folder, 'class-archive'), { recursive: true })
  return { jarsPath: join(folder, 'jars'), archivePath: join(folder, 'class-archive', 'brokers.jsa') }
}

it('is mapped by a JVM that insists on it, for the jars in use', () => {
  const options = archivedClasses(kafkaJarsPath).map((option) => (option === '-Xshare:auto' ? '-Xshare:on' : option))
  expect(options).toContain('-Xshare:on')
  const { status, stdout } = kafkaVersion([...options, '-Xlog:class+load=info'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/ kafka\.Kafka source: shared objects file \(top\)/)
})

it('is ignored without a word by a JVM with other jars', () => {
  const options = archivedClasses(copyArchive().jarsPath)
  expect(options).not.toEqual([])
  const withOtherJars = ['-cp', join(kafkaJarsPath, 'kafka-clients-4.3.1.jar'), ...options]
  const { status, stdout, stderr } = spawnSync(
    'java',
    [...withOtherJars, 'org.apache.kafka.common.utils.AppInfoParser'],
    { encoding: 'utf8' },
  )
  const [words] = `${stdout}${stderr}`.split('\n')
  expect({ status, words }).toEqual({ status: 1, words: expect.stringMatching(/main method|Main method/i) })
})

it('is not used if it was cut off', () => {
  const { jarsPath, archivePath } = copyArchive()
  truncateSync(archivePath, 1_000_000)
  expect(archivedClasses(jarsPath)).toEqual([])
})

it('is not used if it is missing', () => {
  expect(archivedClasses('/nowhere/jars')).toEqual([])
})
