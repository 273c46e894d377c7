import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'

const folder = temporaryFolder()

/** Runs .ci/run where the two commands that it calls are scripts of the test's. */
function runCi(start: string, test: string) {
  const binPath = join(folder.path, 'bin')
  mkdirSync(join(folder.path, '.ci'), { recursive: true })
  mkdirSync(binPath, { recursive: true })
  copyFileSync(join(import.meta.dirname, '../../../../.ci/run'), join(folder.path, '.ci/run'))
  for (const [name, script] of [
    ['node', start],
    ['npm', test],
  ] as const) {
    writeFileSync(join(binPath, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(binPath, name), 0o755)
  }
  const env = { ...process.env, PATH: `${binPath}:${process.env.PATH}` }
  const { status, stdout } = spawnSync('bash', ['.ci/run'], { cwd: folder.path, env, encoding: 'utf8' })
  return { status, closingLine: stdout.trimEnd().split('\n').at(-1) }
}

describe.runIf(process.platform !== 'win32')('.ci/run', () => {
  it('counts the start and all tests in its last line', () => {
    const test = 'echo "2 passed, 0 failed, 0 skipped"'
    expect(runCi('exit 0', test)).toEqual({ status: 0, closingLine: '3 passed, 0 failed, 0 skipped' })
  })

  it('fails where the run of the start was not confirmed', () => {
    const test = 'echo "2 passed, 0 failed, 0 skipped"'
    expect(runCi('exit 1', test)).toEqual({ status: 1, closingLine: '2 passed, 1 failed, 0 skipped' })
  })

  it('fails where a test failed', () => {
    const test = 'echo "2 passed, 1 failed, 0 skipped"; exit 1'
    expect(runCi('exit 0', test)).toEqual({ status: 1, closingLine: '3 passed, 1 failed, 0 skipped' })
  })

  it('fails where the gate ended badly, whatever it counted', () => {
    const test = 'echo "2 passed, 0 failed, 1 skipped"; exit 2'
    expect(runCi('exit 0', test)).toEqual({ status: 1, closingLine: '3 passed, 1 failed, 1 skipped' })
    expect(runCi('exit 0', 'exit 1')).toEqual({ status: 1, closingLine: '1 passed, 1 failed, 0 skipped' })
  })

  it('fails where the gate ended without a closing line', () => {
    expect(runCi('exit 0', 'exit 0').status).toBe(1)
  })
})
