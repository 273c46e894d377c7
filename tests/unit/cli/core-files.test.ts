import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepSecretsOutOfCoreFiles } from '../../../src/cli/before-a-run.ts'
import { memoryTerminal } from './memory-terminal.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('core files', () => {
  // Only the failure is tested here: a success would change the limit of the process that runs the other tests.
  it.runIf(process.platform === 'linux')('that cannot be disabled are reported, with what to do', () => {
    vi.stubEnv('PATH', '/nonexistent')
    const terminal = memoryTerminal()
    keepSecretsOutOfCoreFiles(terminal)
    expect(terminal.stderr).toMatch(/^Core files could not be disabled, .* ulimit -c 0\n$/)
    expect(terminal.stdout).toBe('')
  })
})
