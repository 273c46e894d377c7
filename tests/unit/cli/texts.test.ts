import { describe, expect, it } from 'vitest'
import { progressText } from '../../../src/cli/progress-text.ts'
import { runText } from '../../../src/cli/run-text.ts'
import { validationObject } from '../../../src/cli/validation-output.ts'
import type { LivePoint } from '../../../src/contracts/validation-progress.ts'
import { createLatencyRecorder } from '../../../src/measurement/histogram.ts'
import { withResult } from '../../../src/workbench/validation/run-end.ts'
import { exampleSample, runningRecord } from '../workbench/example-run.ts'

const point: LivePoint = {
  runId: 'one',
  second: 5,
  offeredWireBytesPerSec: 12_000_000,
  ingressWireBytesPerSec: 10_400_000,
  egressWireBytesPerSec: 31_000_000,
  recordsPerSec: 20_000,
  throttleMs: 340,
  responseP99Us: 5_000,
  lagRecords: 0,
  partitionSkew: 1,
  clientCpuCores: 0.2,
  brokerCpuCores: null,
}

describe('the progress line', () => {
  it('shows rates, throttle and the time left while load runs', () => {
    const progress = { runId: 'one', phase: 'measuring', message: 'Measuring.', fraction: 0.4, leftMs: 65_000 } as const
    const calm = { ...point, ingressWireBytesPerSec: 2_400_000, egressWireBytesPerSec: 5_000_000, throttleMs: 0 }
    const line = progressText(progress, [calm, calm, point, point])
    expect(line, 'rates over the window, throttle of its last second').toBe(
      'measuring   6.4 MB/s in  18 MB/s out  throttle 340 ms  1 min 5 s left',
    )
  })

  it('shows what is being done before that', () => {
    const progress = {
      runId: 'one',
      phase: 'preparing',
      message: 'Starting Kafka.',
      fraction: 0.4,
      leftMs: null,
    } as const
    expect(progressText(progress, [])).toBe('preparing   Starting Kafka.  40 %')
  })
})

describe('a run', () => {
  const running = runningRecord('one')
  const ended = { ...running, status: 'complete' as const, endReason: 'plan-complete' as const }
  const samples = Array.from({ length: 110 }, (_, second) => exampleSample(running, second))

  it('as text begins with its verdict and has units everywhere', () => {
    const text = runText(withResult(ended, samples), 80)
    expect(text).toMatch(/^Confirmed/)
    expect(text).toContain('records/s')
    expect(text).toMatch(/offered = accepted \+ unsent: 33,000 = 33,000 adds up/)
    expect(text).toMatch(/Run against +embedded Apache Kafka 4\.3\.1, 1 broker, declared capacity\n/)
    expect(text).toMatch(/Scale +0\.1 of the rates/)
  })

  it('as text says what its marks mean, and how long records waited to be sent', () => {
    const delay = createLatencyRecorder()
    delay.recordUs(2_000)
    const scheduleDelayHistogram = delay.takeEncoded()
    const delayed = samples.map((sample) => ({
      ...sample,
      producers: sample.producers.map((producer) => ({ ...producer, scheduleDelayHistogram })),
    }))
    const text = runText(withResult(ended, delayed), 200)
    expect(text).toContain('\n- The capacity was declared by quotas, so the run proves the method')
    expect(text).toContain('\n- Rates and byte limits were multiplied by 0.1')
    expect(text).toMatch(/\n +Schedule delay \(intended to sent\) +2 ms/)
  })

  it('as text keeps to a narrow terminal: what was predicted, then what was measured', () => {
    const run = withResult(ended, samples)
    const narrow = runText(run, 80).split('\n')
    expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(narrow.filter((line) => line.trim().startsWith('Ingress, wire'))).toHaveLength(2)
  })

  it('as text names lost records, and on simulated brokers whose limit that is', () => {
    const run = withResult(ended, samples)
    if (run.result === null) throw new Error('no result')
    const [group] = run.result.accounting.groups
    const groups = group === undefined ? [] : [{ ...group, consumedRecords: group.consumedRecords - 9, lostRecords: 9 }]
    const result = { ...run.result, accounting: { ...run.result.accounting, groups } }
    const lost = { ...run, result }
    expect(runText(lost, 80)).toContain('Records were lost; all are accounted for.')
    expect(runText(lost, 80)).not.toContain('simulated brokers')
    const simulated = { ...lost, target: { ...lost.target, kind: 'embedded:simulated' as const } }
    expect(runText(simulated, 500)).toContain('a limit of the simulated brokers, not a finding')
  })

  it('as text says that nothing was measured', () => {
    const failed = { ...running, status: 'failed' as const, endDetail: 'Port 9092 is taken.' }
    expect(runText(failed, 80)).toMatch(/^The run failed before anything was measured\. Port 9092 is taken\.\n/)
  })

  it('as an object has what scripts look for, also where nothing was measured', () => {
    const object = validationObject(withResult(ended, samples), ['a.html'], null)
    expect(object).toMatchObject({ runId: 'one', verdict: 'confirmed', limitReached: false, reports: ['a.html'] })
    expect(object.steady?.recordsPerSec.mean).toBeCloseTo(300, 6)
    expect(object).not.toHaveProperty('error')
    expect(validationObject(running, [], null)).toMatchObject({ verdict: 'not-proven', steady: null, accounting: null })
  })
})
