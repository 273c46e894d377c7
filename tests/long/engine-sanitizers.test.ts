/**
 * The load engine under the address and the undefined-behaviour sanitizer. librdkafka and Node are not instrumented.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileEngine } from '../../scripts/setup/load-engine.mjs'
import { runnerPath } from '../../scripts/setup/paths.mjs'
import { runnerNodePath } from '../../src/runner/embedded/runner-files.ts'
import { buildSends, sendLate } from '../integration/late-library/build.ts'
import type { EngineWork } from './sanitized-engine.ts'

const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=undefined', '-fno-omit-frame-pointer', '-g']

let folder: string
let enginePath: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-sanitized-'))
  enginePath = join(folder, 'engine.node')
  expect(await compileEngine(runnerPath, enginePath, sanitizers)).toBeNull()
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** The sanitizers' library has to be loaded before all others. */
function libraryPath(name: string): string {
  return execFileSync('cc', [`-print-file-name=${name}`], { encoding: 'utf8' }).trim()
}

it('refuses wrong arguments, sends and reads every record once, and drops clients without a finding', () => {
  const script = fileURLToPath(new URL('sanitized-engine.ts', import.meta.url))
  const words = ['--expose-gc', script, enginePath, join(folder, 'state')]
  const { status, stdout, stderr } = spawnSync(runnerNodePath(), words, {
    encoding: 'utf8',
    // Node keeps much memory until it exits, which is not a leak of the engine.
    env: { ...process.env, LD_PRELOAD: libraryPath('libasan.so'), ASAN_OPTIONS: 'detect_leaks=0' },
    timeout: 300_000,
  })
  expect(stderr).not.toMatch(/AddressSanitizer|runtime error/)
  expect([status, stderr]).toEqual([0, ''])
  const work: EngineWork = JSON.parse(stdout)
  expect(work.refusedCalls).toBeGreaterThan(4_000)
  expect(work.unreachable).toContain('could not connect')
  for (const { acked, read, duplicates } of work.producers) {
    expect(acked).toBeGreaterThan(0)
    expect([read, duplicates]).toEqual([acked, 0])
  }
})

it('sends to a library that reads values late without a finding, and leaves no memory', () => {
  const path = join(folder, 'sends')
  buildSends(path, sanitizers)
  const { records, addedCopies, dropped } = sendLate(path, randomInt(2 ** 31), 100)
  for (const count of [records, addedCopies, dropped]) expect(count).toBeGreaterThan(0)
})

it('is built so that a mistake is found', () => {
  const source = join(folder, 'mistake.c')
  execFileSync('cc', ['-fsanitize=address,undefined', '-x', 'c', '-', '-o', source.replace('.c', '')], {
    input: 'int main(int n, char **v) { (void)v; int a[2] = {0}; return a[n + 5]; }',
  })
  const { status, stderr } = spawnSync(source.replace('.c', ''), { encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stderr).toMatch(/AddressSanitizer|runtime error/)
})
