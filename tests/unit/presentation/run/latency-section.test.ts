import { describe, expect, it } from 'vitest'
import type { MeasuredRecord } from '../../../../src/contracts/run-record.ts'
import { latencySection } from '../../../../src/presentation/run/sections/measured-section.ts'
import { knownPrediction } from '../known-prediction.ts'
import { knownResult } from '../known-result.ts'
import { knownRecord } from '../known-run.ts'

const produce = {
  medianMs: { low: 1, likely: 3, high: 9 },
  producer: 'writer',
  batchWaitMs: 0,
  roundTripMs: { low: 0.5, likely: 1, high: 2 },
  handlingMs: { low: 0.5, likely: 2, high: 7 },
}
const prediction = { ...knownPrediction, latency: { produce, reason: 'Wait, round trips, and the rest.' } }
const { target: embedded } = knownRecord
const connection = { ...embedded, kind: 'connection', isDeclaredCapacity: false } as const

function textOf(target: MeasuredRecord['target']): string {
  return JSON.stringify(latencySection({ ...knownRecord, prediction, target }, knownResult, {}))
}

describe('the latency of a run', () => {
  it('is drawn and said beside the predicted median on a cluster of the user', () => {
    expect(textOf(connection)).toContain('response: predicted median')
    expect(textOf(connection)).toContain('Predicted median of the response time: 3 ms (1 ms to 9 ms).')
  })

  it('is shown alone on brokers of this machine, which stand for a service', () => {
    const text = textOf(embedded)
    expect(text).not.toContain('redicted median')
  })
})
