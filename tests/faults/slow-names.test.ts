/** A name server that answers late, or not at all. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PreflightCheck } from '../../src/contracts/preflight.ts'
import { runnerNodePath } from '../../src/runner/embedded/runner-files.ts'
import { temporaryFolder } from '../unit/temporary-folder.ts'

const folder = temporaryFolder()
const scriptPath = fileURLToPath(new URL('slow-names-work.ts', import.meta.url))

/** The checks of the network where each name takes as long. */
async function checksIf(namesTakeSeconds: number): Promise<PreflightCheck[]> {
  const libraryPath = join(folder.path, 'slow-names.so')
  const flags = ['-O2', '-Wall', '-Werror', '-shared', '-fPIC', '-o', libraryPath]
  execFileSync('cc', [...flags, 'tests/faults/slow-names.c', '-ldl'])
  const listener = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listener.close())
  const { port } = listener.address() as AddressInfo
  const child = spawn(runnerNodePath(), [scriptPath, `slow.invalid:${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LD_PRELOAD: libraryPath, SLOW_NAMES_SECONDS: String(namesTakeSeconds) },
  })
  // It could not end by itself before the name is resolved.
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`it ended with ${code} before it said anything`)
  })
  ended.catch(() => undefined)
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  return JSON.parse(String(line))
}

const stateOf = (checks: readonly PreflightCheck[]) => Object.fromEntries(checks.map(({ id, state }) => [id, state]))

describe.runIf(process.platform === 'linux')('a name server', () => {
  test('that answers after a second is waited for', async () => {
    expect(stateOf(await checksIf(1))).toEqual({ address: 'passed', tcp: 'passed', tls: 'skipped' })
  })

  test('that does not answer is named, and the steps after it are not tried', async () => {
    // Longer than a test may take: without a limit of our own this test would not end.
    const checks = await checksIf(3_600)
    expect(stateOf(checks)).toEqual({ address: 'failed', tcp: 'skipped', tls: 'skipped' })
    expect(checks[0]?.detail).toMatch(/^slow\.invalid:\d+: no name server answered within 5 s$/)
    expect(checks[0]?.remedy).toContain('DNS')
  })
})
