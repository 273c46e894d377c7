import { describe, expect, it } from 'vitest'
import type { MeasuredRecord } from '../../../../src/contracts/run-record.ts'
import { latencySection } from '../../../../src/presentation/run/sections/measured-section.ts'
import { knownLatency } from '../known-latency.ts'
import { knownPrediction } from '../known-prediction.ts'
import { knownResult } from '../known-result.ts'
import { knownRecord } from '../known-run.ts'

const prediction = { ...knownPrediction, latency: knownLatency }
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
