import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../src/contracts/observation.ts'
import { mergeReadings } from '../../../src/observation/merge.ts'
import { clusterSumFacts, type RateSeries, rateFacts } from '../../../src/observation/metric-series.ts'
import { peaksQuestion } from '../../../src/observation/peaks-question.ts'

/** Two topics with these rates in MB/s, minute by minute. */
function observed(one: readonly number[], other: readonly number[]): Pick<Observation, 'cluster' | 'topics'> {
  const series = [one, other].map(
    (rates, index): RateSeries => ({
      rate: 'bytesIn',
      topic: `topic-${index}`,
      points: rates.map((rate, minute) => ({ fromEpochMs: minute * 60_000, durationMs: 60_000, perSec: rate * 1e6 })),
    }),
  )
  const source = { kind: 'prometheus' as const, label: 'x', sha256: null, span: null, notes: [] }
  return mergeReadings([{ source, facts: [...rateFacts(series), ...clusterSumFacts(series)], questions: [] }])
}

describe('peaksQuestion()', () => {
  it('asks whether topics peak together if they are busiest at different times, and by how much the load would be too high', () => {
    const [question] = peaksQuestion(observed([10, 30, 10], [30, 10, 10]))
    expect(question?.text).toContain('add up to 60 MB/s, but the cluster never had more than 40 MB/s at once')
    expect(question?.effect).toContain('1.5 times')
  })

  it('asks nothing if all topics are busiest at the same time', () => {
    expect(peaksQuestion(observed([10, 30, 10], [10, 30, 10]))).toEqual([])
  })
})
