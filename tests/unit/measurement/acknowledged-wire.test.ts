import { describe, expect, it } from 'vitest'
import type { ProducerSample, Sample } from '../../../src/contracts/sample.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { simulateRun, wireBytesPerRecord } from './simulated-run.ts'

/** Sent so many times in a second: what is sent again is in a batch again, and on the wire again. */
function sent(producer: ProducerSample, times: number): ProducerSample {
  const records = producer.ackedRecords * times
  const batches = { count: records / 10, records, bytes: records * (wireBytesPerRecord - 5) }
  return { ...producer, wireBytes: records * wireBytesPerRecord, batches }
}

function sentTimes(samples: readonly Sample[], times: (second: number) => number): Sample[] {
  return samples.map((sample) => ({
    ...sample,
    producers: sample.producers.map((producer) => sent(producer, times(sample.second))),
  }))
}

const { plan, samples } = simulateRun({ groups: 1 })
const offeredWire = 2 * 1000 * wireBytesPerRecord
const once = computeResult(
  plan,
  sentTimes(samples, () => 1),
)
/** Brokers stall for twenty seconds of the steady windows: half of what is sent is sent again. */
const stalled = computeResult(
  plan,
  sentTimes(samples, (second) => (second >= 40 && second < 60 ? 1.5 : 1)),
)

function labelsOf({ diagnosis }: typeof once): string[] {
  return diagnosis.evidence.map(({ label }) => label)
}

describe('wire bytes that were acknowledged', () => {
  it('are what the client sent if nothing was retried', () => {
    expect(once.steady?.ingressWireBytesPerSec.mean).toBeCloseTo(offeredWire, 6)
    expect(once.wholeRun.ingressWireBytesPerSec).toBeCloseTo(offeredWire, 6)
    expect(once.resent).toEqual({ records: 0, wireBytes: 0 })
    expect(labelsOf(once).join()).not.toContain('Sent again')
  })

  it('do not include retries, which are reported separately', () => {
    expect(stalled.steady?.ingressWireBytesPerSec.mean).toBeCloseTo(offeredWire, 6)
    expect(stalled.steady?.ingressWireBytesPerSec.high).toBeCloseTo(offeredWire, 6)
    expect(stalled.wholeRun.ingressWireBytesPerSec).toBeCloseTo(offeredWire, 6)
    expect(stalled.resent).toEqual({ records: 20_000, wireBytes: 20_000 * wireBytesPerRecord })
    const evidence = stalled.diagnosis.evidence.find(({ label }) => label.startsWith('Sent again'))
    expect(evidence?.value).toBe('20,000 records, 20.4 MB')
  })

  it('are those of the client’s counter if it reports no batches', () => {
    const { steady, resent } = computeResult(plan, samples)
    expect(steady?.ingressWireBytesPerSec.mean).toBeCloseTo(offeredWire, 6)
    expect(resent).toBeUndefined()
  })

  it('are none if nothing was acknowledged, whatever was sent', () => {
    const unanswered = sentTimes(samples, () => 1).map((sample) => ({
      ...sample,
      producers: sample.producers.map((each) => ({ ...each, ackedRecords: 0, unknownRecords: each.ackedRecords })),
    }))
    expect(computeResult(plan, unanswered).wholeRun.ingressWireBytesPerSec).toBe(0)
  })
})
