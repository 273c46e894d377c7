import { describe, expect, it } from 'vitest'
import type { LatencySummary } from '../../../../src/contracts/result.ts'
import { latencySections, measuredLatencySentence } from '../../../../src/presentation/sizing/latency-sections.ts'
import { knownLatency } from '../known-latency.ts'

const latency = knownLatency

function measured(p50Us: number): LatencySummary {
  const rest = { meanUs: p50Us, p90Us: p50Us, p95Us: p50Us, p99Us: p50Us, p999Us: p50Us, maxUs: p50Us }
  return { count: 1, p50Us, ...rest, histogram: '' }
}

describe('the section on the median latency', () => {
  it('has the value, its band and what it is made of; or only why there is none', () => {
    const [section] = latencySections({ latency })
    expect(JSON.stringify(section)).toContain('3 ms (1 ms to 9 ms)')
    expect(JSON.stringify(section)).toContain('Wait, round trips, and the rest.')
    const [without] = latencySections({ latency: { produce: null, reason: 'Not known.' } })
    expect(JSON.stringify(without)).toContain('Not known.')
  })

  it('is left out for a prediction of an earlier version', () => {
    expect(latencySections({})).toEqual([])
  })
})

describe('the measured median beside it', () => {
  it('is inside, above or below the band', () => {
    expect(measuredLatencySentence({ latency }, measured(4_000))).toBe(
      'Predicted median of the response time: 3 ms (1 ms to 9 ms). Measured: 4 ms, inside this band.',
    )
    expect(measuredLatencySentence({ latency }, measured(9_100))).toContain('above this band')
    expect(measuredLatencySentence({ latency }, measured(900))).toContain('below this band')
  })

  it('is nothing where either is missing', () => {
    expect(measuredLatencySentence({}, measured(1))).toBeNull()
    expect(measuredLatencySentence({ latency }, null)).toBeNull()
  })
})
