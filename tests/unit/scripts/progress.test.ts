import { describe, expect, it } from 'vitest'
import { humanReporter, jsonReporter, runStep } from '../../../scripts/setup/progress.mjs'
import { SetupError } from '../../../scripts/setup/setup-error.mjs'
import { setupStep } from '../../../src/contracts/setup-status.ts'

function collect(): { write: (text: string) => void; text: () => string } {
  let all = ''
  return {
    write: (text) => {
      all += text
    },
    text: () => all,
  }
}

async function work(onProgress: (progress: { message: string; fraction: number | null }) => void) {
  onProgress({ message: 'half way', fraction: 0.5 })
  return { message: 'done', value: 42 }
}

describe('jsonReporter()', () => {
  it('writes one object a line that the contract accepts, a failure with its remedy included', async () => {
    const output = collect()
    const report = jsonReporter(output.write)
    expect(await runStep(report, 'kafka-jars', work)).toBe(42)
    await runStep(report, 'runner-package', async () => {
      throw new SetupError('built without ssl', 'sudo apt-get install -y libssl-dev')
    })
    const lines = output.text().trimEnd().split('\n')
    expect(lines.map((line) => setupStep.parse(JSON.parse(line)))).toEqual([
      { step: 'kafka-jars', state: 'checking', message: 'checking', fraction: null },
      { step: 'kafka-jars', state: 'working', message: 'half way', fraction: 0.5 },
      { step: 'kafka-jars', state: 'ready', message: 'done', fraction: 1 },
      { step: 'runner-package', state: 'checking', message: 'checking', fraction: null },
      {
        step: 'runner-package',
        state: 'failed',
        message: 'built without ssl',
        fraction: null,
        remedy: 'sudo apt-get install -y libssl-dev',
      },
    ])
  })
})

describe('humanReporter()', () => {
  it('gives a log one line a finished step with its time, and going work only now and then', () => {
    const output = collect()
    let nowMs = 0
    const report = humanReporter({ write: output.write, isTerminal: false, nowMs: () => nowMs })
    report({ step: 'runner', state: 'checking', message: '', fraction: null })
    for (nowMs = 0; nowMs < 12_000; nowMs += 1_000)
      report({ step: 'runner', state: 'working', message: `at ${nowMs}`, fraction: 0.256 })
    report({ step: 'runner', state: 'failed', message: 'no compiler', fraction: null, remedy: 'install g++' })
    expect(output.text()).toBe(
      [
        '  ...  runner: at 0 (25 %)',
        '  ...  runner: at 10000 (25 %)',
        'FAILED runner: no compiler (12.0 s)',
        '       install g++',
        '',
      ].join('\n'),
    )
  })

  it('rewrites one line on a terminal, never longer than it is wide', () => {
    const output = collect()
    const report = humanReporter({ write: output.write, isTerminal: true, columns: 20, nowMs: () => 0 })
    report({ step: 'app', state: 'working', message: 'a long message that would wrap', fraction: null })
    report({ step: 'app', state: 'ready', message: 'built', fraction: 1 })
    expect(output.text()).toBe('\r\u001b[K  ...  app: a long \r\u001b[Kok     app: built (0.0 s)\n')
  })
})
