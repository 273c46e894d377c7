import { describe, expect, it } from 'vitest'
import {
  ackedRatioOver,
  figuresOver,
  perSecond,
  realSeconds,
  recordsPerBatchOver,
  requestsPerSecOver,
} from '../../../src/measurement/rates.ts'
import { secondsOf } from './counted-seconds.ts'

/** Seconds that lasted as long as is said. */
function lasting(durationsMs: readonly number[], ofEach: Parameters<typeof secondsOf>[0][number] = {}) {
  return secondsOf(durationsMs.map(() => ofEach)).map((sample, at) => ({ ...sample, durationMs: durationsMs[at] ?? 0 }))
}

describe('records of a batch', () => {
  it('are the records divided by their batches, not the mean of what producers report', () => {
    // 10 batches and 2.
    const producers = [
      { producerId: 'p0', ackedRecords: 100, recordsPerBatch: 10 },
      { producerId: 'p1', ackedRecords: 100, recordsPerBatch: 50 },
    ]
    expect(recordsPerBatchOver(secondsOf([{ producers }, { producers }]))).toBeCloseTo(200 / 12)
  })

  it('are of those producers that reported batches', () => {
    const producers = [
      { producerId: 'p0', ackedRecords: 100, recordsPerBatch: 10 },
      { producerId: 'p1', ackedRecords: 500, recordsPerBatch: null },
      { producerId: 'p2', ackedRecords: 300, recordsPerBatch: 0 },
    ]
    expect(recordsPerBatchOver(secondsOf([{ producers }]))).toBe(10)
    expect(recordsPerBatchOver(secondsOf([{ producers: producers.slice(1) }]))).toBeNull()
  })
})

describe('rates', () => {
  it('are divided by the time that passed, however long a sample took', () => {
    const samples = lasting([1_500, 500], {
      producers: [{ producerId: 'p0', requests: 15, ackedRecords: 30, ackedPayloadBytes: 300, wireBytes: 360 }],
      groups: [{ groupId: 'g0', payloadBytes: 600, wireBytes: 700 }],
    })
    expect(realSeconds(samples)).toBe(2)
    expect(requestsPerSecOver(samples)).toBe(15)
    expect(figuresOver(samples)).toEqual({
      ingressWireBytesPerSec: 360,
      ingressPayloadBytesPerSec: 300,
      egressWireBytesPerSec: 700,
      egressPayloadBytesPerSec: 600,
      recordsPerSec: 30,
    })
  })

  it('are zero where no time passed, and known from a millisecond on', () => {
    expect(perSecond(5, [])).toBe(0)
    expect(figuresOver([]).recordsPerSec).toBe(0)
    const millisecond = lasting([1], { producers: [{ producerId: 'p0', ackedRecords: 5 }] })
    expect(perSecond(5, millisecond)).toBe(5_000)
    expect(figuresOver(millisecond).recordsPerSec).toBe(5_000)
  })
})

describe('the share that was acknowledged', () => {
  const shareOf = (offeredRecords: number, ackedRecords: number) =>
    ackedRatioOver(secondsOf([{ producers: [{ producerId: 'p0', offeredRecords, ackedRecords }] }]))

  it('is that of the records that were offered, and at most all', () => {
    expect([shareOf(200, 150), shareOf(200, 250), shareOf(0, 50)]).toEqual([0.75, 1, 0])
  })
})
