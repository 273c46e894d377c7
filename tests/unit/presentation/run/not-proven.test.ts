import { describe, expect, test } from 'vitest'
import type { MeasuredRecord } from '../../../../src/contracts/run-record.ts'
import { notProven } from '../../../../src/presentation/run/not-proven.ts'
import { knownResult } from '../known-result.ts'
import { knownRecord } from '../known-run.ts'

type Overlay = NonNullable<MeasuredRecord['overlay']>

function withOverlay(changes: Partial<Overlay>): MeasuredRecord {
  const { overlay } = knownRecord
  return { ...knownRecord, overlay: overlay === null ? null : { ...overlay, ...changes } }
}

describe('dimensions that a run did not prove', () => {
  test('are named for a confirmed run, too', () => {
    expect(notProven(knownRecord)).toMatchInlineSnapshot(`
      [
        "The rate held for 1 min 28 s; longer times, for example after burst credits are used up, were not measured.",
        "The capacity was declared by quotas, so the run proves the method and the arithmetic, not a vendor’s cluster.",
        "This target does not enforce these limits, so they were not tested: partitions, partition ingress, connections.",
        "Latency was measured, but it is not predicted. The loss of a broker or a zone was not tested.",
      ]
    `)
  })

  test('say of the latency what is predicted', () => {
    const produce = {
      medianMs: { low: 4, likely: 5, high: 7 },
      producer: 'writer',
      batchWaitMs: 3.5,
      roundTripMs: { low: 0.05, likely: 0.05, high: 0.05 },
      handlingMs: { low: 0.4, likely: 1.2, high: 3.2 },
    }
    const latency = { produce, reason: 'Wait for the batch 3.5 ms.' }
    const text = notProven({ ...knownRecord, prediction: { ...knownRecord.prediction, latency } }).at(-1)
    expect(text).toMatch(/^Of the latency only the median of the response time is predicted\. The loss of a broker/)
  })

  test('names the limit that was not reached', () => {
    expect(notProven(withOverlay({ limitReached: false })).join(' ')).toContain(
      'the run does not show how far above it the limit is',
    )
  })

  test('begins with the reason of a verdict that is not proven', () => {
    const record = withOverlay({ verdict: 'not-proven', reason: 'Not proven: this target does not limit a partition.' })
    expect(notProven(record)[0]).toBe('Not proven: this target does not limit a partition.')
  })

  test.each([
    ['too-short', 'too short'],
    ['too-noisy', 'differed too much'],
    ['not-settled', 'had not settled'],
  ] as const)('names a window that is %s', (doubt, words) => {
    const result = { ...knownResult, steadyWindow: { ...knownResult.steadyWindow, doubt } }
    expect(notProven({ ...knownRecord, result }).join(' ')).toContain(words)
  })

  test.each([0.5, 2])('names requests at %s times the workload’s', (requestProfileRatio) => {
    expect(notProven(withOverlay({ requestProfileRatio })).join(' ')).toContain(
      'the requests that the workload’s own clients',
    )
  })

  test('explains simulated brokers and a scale', () => {
    const target = { ...knownRecord.target, kind: 'embedded:simulated', scale: 0.1, isDeclaredCapacity: false } as const
    const text = notProven({ ...knownRecord, target }).join(' ')
    expect(text).toContain('simulated')
    expect(text).toContain('multiplied by 0.1')
    expect(text).not.toContain('declared by quotas')
  })
})
