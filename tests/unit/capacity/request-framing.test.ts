import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { requestFramingShare } from '../../../src/capacity/request-framing.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, smallScenario } from './known-files.ts'

/** Records of 50 bytes, one a batch: 61 of header and 57 of record; each in a request of its own by librdkafka. */
const alone = smallScenario({ producer: { recordValueBytes: 50, batchBytes: 1, peakRecordsPerSec: 1000 } })

function shareOf(scenario: Scenario): number {
  const { situation, offered } = solve(scenario, dedicated)
  return requestFramingShare(situation, offered)
}

describe('request framing', () => {
  it('adds 36 bytes and the names of topic and client to a batch that travels alone', () => {
    const { offered } = solve(alone, dedicated)
    const batchBytes = offered.figures.ingressWireBytesPerSec / 1000
    expect(shareOf(alone)).toBeCloseTo((36 + 'events'.length + 'producer-1'.length) / batchBytes, 9)
  })

  it('is less than 1 % of full batches', () => {
    expect(shareOf(smallScenario({ producer: { lingerMs: 1000 } }))).toBeLessThan(0.01)
  })

  it('is 0 if nothing is written, and is part of the prediction', () => {
    const [text] = predict(alone, dedicated).assumptions.flatMap(({ id, text: each }) =>
      id === 'framing' ? [each] : [],
    )
    expect(text).toMatch(/requests around them would add 44 % at the offered load/)
    const idle = solve(alone, dedicated)
    expect(requestFramingShare(idle.situation, idle.trafficAt(0))).toBe(0)
  })
})
