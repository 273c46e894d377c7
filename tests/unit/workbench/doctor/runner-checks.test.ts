import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runBounded } from '../../../../src/workbench/doctor/run-bounded.ts'
import { checkElectron, checkJava, checkMaven, checkRunner } from '../../../../src/workbench/doctor/runner-checks.ts'
import { locateResources } from '../../../../src/workbench/resources.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const folder = temporaryFolder()
afterEach(() => vi.unstubAllEnvs())

/** Resources whose runner is this script, run by the Node of the test. */
async function withHost(script: string) {
  const hostScriptPath = join(folder.path, 'host.mjs')
  await writeFile(hostScriptPath, script)
  return { ...locateResources(folder.path), runnerNodePath: process.execPath, hostScriptPath }
}

describe('the load runner', () => {
  test('that ends at once is not said to be slow', async () => {
    expect(await checkRunner(await withHost('process.exit(3)'))).toMatchObject([
      { id: 'runner', state: 'wrong', detail: 'it ended as soon as it was started' },
    ])
  })

  test('is not known if no temporary file can be written, and the remedy names the folder', async () => {
    const resources = await withHost('')
    vi.stubEnv('TMPDIR', join(folder.path, 'host.mjs'))
    expect(await checkRunner(resources)).toMatchObject([
      { id: 'runner', state: 'wrong', remedy: expect.stringContaining('TMPDIR') },
    ])
  })
})

/** A program that prints this to stderr and ends with this code. */
async function program(name: string, text: string, exitCode: number) {
  await mkdir(join(folder.path, 'bin'), { recursive: true })
  const path = join(folder.path, 'bin', name)
  await writeFile(path, `#!/bin/sh\necho '${text}' >&2\nexit ${exitCode}\n`)
  await chmod(path, 0o755)
}

describe('a program that is asked for its version', () => {
  test.each([
    ['not-found', ['headroom-no-such-program']],
    ['failed', ['/bin/sh', '-c', 'exit 3']],
    ['too-late', ['/bin/sh', '-c', 'exec sleep 100']],
    ['ok', ['/bin/sh', '-c', 'exit 0']],
  ])('ends %s', async (end, [command = '', ...words]) => {
    expect(await runBounded(command, words, end === 'too-late' ? 50 : 30_000)).toMatchObject({ end })
  })
})

describe('Java', () => {
  test('is not said to be missing on the machine if JAVA_HOME leads nowhere', async () => {
    expect(await checkJava({ JAVA_HOME: folder.path })).toMatchObject({
      state: 'missing',
      detail: 'the folder of JAVA_HOME has no bin/java',
      remedy: 'Set JAVA_HOME to the folder of a Java runtime 17 or later, or unset it.',
    })
  })

  test.each([
    ['openjdk version "11.0.2"', 0, 'wrong', '11.0.2 is too old'],
    ['openjdk version "1.8.0_292"', 0, 'wrong', '1.8.0_292 is too old'],
    ['openjdk version "21.0.1"', 0, 'ok', '21.0.1'],
    ['error while loading libjli.so', 127, 'wrong', 'it was started, and did not say its version'],
  ])('that prints %s and ends with %i is %s', async (text, exitCode, state, detail) => {
    await program('java', text, exitCode)
    expect(await checkJava({ JAVA_HOME: folder.path })).toMatchObject({ state, detail })
  })

  test('that is not on the path is not found', async () => {
    vi.stubEnv('PATH', folder.path)
    expect(await checkJava({})).toMatchObject({ state: 'missing', detail: 'it was not found' })
  })
})

describe('Maven', () => {
  const resources = () => ({ ...locateResources(folder.path), prepareScriptPath: 'prepare.mjs' })

  test('that finds no Java is there, and what it needs is said', async () => {
    await program('mvn', 'The JAVA_HOME environment variable is not defined correctly', 1)
    vi.stubEnv('PATH', `${join(folder.path, 'bin')}:${process.env.PATH}`)
    expect(await checkMaven(resources())).toMatchObject({
      state: 'wrong',
      detail: 'it was started, and did not say its version',
      remedy: expect.stringContaining('needs a Java runtime'),
    })
  })

  test('is not missed where the jars of the embedded Kafka are there', async () => {
    vi.stubEnv('PATH', folder.path)
    expect(await checkMaven(resources())).toMatchObject({ state: 'missing', remedy: 'Install Maven 3.6 or later.' })
    const kafkaJarsPath = folder.path
    await writeFile(join(kafkaJarsPath, '.headroom-stamp.json'), '{"kafkaVersion": "4.3.1"}')
    expect(await checkMaven({ ...resources(), kafkaJarsPath })).toMatchObject({
      state: 'ok',
      detail: 'it was not found, and is not needed: the jars are there',
    })
  })
})

describe('Electron', () => {
  /** Electron as the scripts of set-up find it. */
  async function found(electron: string, missingLibrary: string) {
    const scripts = join(folder.path, 'scripts')
    await mkdir(join(scripts, 'setup'), { recursive: true })
    const finder = `export const findElectron = () => (${electron})
      export const findMissingLibrary = async () => (${missingLibrary})`
    await writeFile(join(scripts, 'setup', 'electron-runtime.mjs'), finder)
    return checkElectron({ ...locateResources(folder.path), printScriptPath: join(scripts, 'print-pdf.mjs') })
  }
  const official = `{ electronVersion: '45.0.1', kind: 'official' }`

  test('is there if it is found with its libraries', async () => {
    expect(await found(official, 'undefined')).toMatchObject({ state: 'ok', detail: 'Electron 45.0.1 (official)' })
  })

  test('is missing if it is not found', async () => {
    expect(await found('undefined', 'undefined')).toMatchObject({ state: 'missing', detail: 'it was not found' })
  })

  test.each([
    ["'libnss3.so'", 'Electron 45.0.1 (official): it does not find libnss3.so'],
    ["'spawn /home/ann/electron EACCES'", 'Electron 45.0.1 (official): it cannot be started'],
  ])('that does not start for %s is wrong', async (reason, detail) => {
    const finding = await found(official, reason)
    expect(finding).toMatchObject({ state: 'wrong', detail, remedy: expect.stringContaining('npm start') })
  })
})
