import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { Keys } from '../../../src/contracts/workload.ts'
import { dedicated, smallScenario } from './known-files.ts'

/** What a prediction says about the keys of this many topics of 12 partitions. */
function saidOf(count: number, keys: Keys) {
  const { assumptions } = predict(smallScenario({ topic: { count }, producer: { keys } }), dedicated)
  return assumptions.filter(({ id }) => id === 'keys-over-topics')
}

describe('the keys of identical topics', () => {
  it('are said to be spread over all topics where one partition has more than the even share of a topic', () => {
    // The most frequent of these keys has 17.8 % of the records, and a topic of a hundred 1 %.
    expect(saidOf(100, { kind: 'zipf', distinct: 1_000_000, exponent: 1.2 })).toEqual([
      expect.objectContaining({
        field: 'workload.topics.0.count',
        text: expect.stringMatching(/^Keys of "producer" are spread over the partitions of all 100 topics "events": /),
      }),
    ])
  })

  it('are not mentioned for one topic, without keys, or where no partition has that much', () => {
    expect(saidOf(1, { kind: 'zipf', distinct: 1_000_000, exponent: 1.2 })).toEqual([])
    expect(saidOf(100, { kind: 'none' })).toEqual([])
    expect(saidOf(100, { kind: 'uniform', distinct: 1_000_000 })).toEqual([])
  })
})
