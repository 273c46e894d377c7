import { describe, expect, it } from 'vitest'
import type { ProducerSample, Sample } from '../../../src/contracts/sample.ts'
import type { Comparison } from '../../../src/contracts/verdict.ts'
import { overlayResult } from '../../../src/evidence/overlay.ts'
import type { LoadFacts } from '../../../src/evidence/verdict/facts.ts'
import { heavyRecordsSentence, lightRecordsText } from '../../../src/evidence/wire-profile.ts'
import type { RunShape } from '../measurement/simulated-run.ts'
import { caseOf, type PredictionShape, underQuota } from './overlay-case.ts'

const withRoom: PredictionShape = { capacityPerSec: 3000 }

interface Wire {
  /** Factors on the wire bytes. */
  readonly in?: number
  readonly out?: number
  /** Factor on the bytes of record batches; left out: the clients report no batches. */
  readonly batches?: number
}

function batchesOf({ ackedRecords, wireBytes }: ProducerSample, factor: number) {
  return { count: ackedRecords / 10, records: ackedRecords, bytes: wireBytes * factor }
}

/** The overlay of a run whose records took more wire bytes than predicted. */
function overlayWith(wire: Wire, prediction: PredictionShape = withRoom, run: RunShape = {}) {
  return overlayResult(
    caseOf(run, prediction, (samples) =>
      samples.map(
        (sample): Sample => ({
          ...sample,
          producers: sample.producers.map((producer) => ({
            ...producer,
            wireBytes: producer.wireBytes * (wire.in ?? 1),
            ...(wire.batches === undefined ? {} : { batches: batchesOf(producer, wire.batches) }),
          })),
          consumers: sample.consumers.map((group) => ({ ...group, wireBytes: group.wireBytes * (wire.out ?? 1) })),
        }),
      ),
    ),
  )
}

describe('a load that was met with more wire bytes than were offered', () => {
  it('is not proven, because its records were heavier than predicted', () => {
    expect(overlayWith({ in: 1.12 })).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'wire-profile-differs',
      reason: 'Not proven: a record took 1.12 times the predicted bytes in: measured 2.28 MB/s in, predicted 2.04.',
    })
    expect(overlayWith({ out: 1.15 })).toMatchObject({
      reasonCode: 'wire-profile-differs',
      reason: expect.stringContaining('a record took 1.15 times the predicted bytes out: measured 2.35 MB/s out'),
    })
  })

  it('is confirmed if they are the framing of requests, which is named', () => {
    // 1,020 bytes a record in batches, of 1,142.4 and 1,173 that clients sent and received.
    expect(overlayWith({ in: 1.12, out: 1.15, batches: 1 })).toMatchObject({
      verdict: 'confirmed',
      reasonCode: 'offered-load-met',
      reason:
        'Confirmed: the offered 2.04 MB/s was met as predicted (measured 2.04 MB/s in); the limit was not reached. The framing of produce requests took another 12 % of the bytes in.',
    })
    expect(overlayWith({ in: 1.3, batches: 1.12 }).reason).toMatch(/a record took 1\.12 times the predicted bytes in/)
  })

  it('is confirmed without comment within the record-size tolerance', () => {
    expect(overlayWith({ in: 1.05, out: 1.05 }).reason).toMatch(/; the limit was not reached\.$/)
  })

  it('is confirmed without comment if framing is at most 5 % of the batches', () => {
    expect(overlayWith({ in: 1.0499, batches: 1 }).reason).toMatch(/; the limit was not reached\.$/)
  })

  it('is confirmed without comment on egress if none was predicted', () => {
    expect(overlayWith({}, { ...withRoom, groups: 0 }).reason).toMatch(/; the limit was not reached\.$/)
  })
})

describe('framing', () => {
  it('is not named for clients that send nothing but framing', () => {
    const { prediction, result } = caseOf({})
    const facts: LoadFacts = {
      prediction,
      result: { ...result, framing: { ingressShare: 1, egressShare: 0 } },
      comparisons: [],
    }
    expect(heavyRecordsSentence(facts)).toBe('')
  })
})

describe('a band that ends below the offered load', () => {
  it('is not exceeded by records that took more wire bytes, because no more of them passed', () => {
    const overlay = overlayWith({ in: 1.1 }, {}, underQuota)
    expect(overlay.reasonCode).toBe('wire-profile-differs')
    expect(overlay.reason).toMatch(/a record took 1\.1 times the predicted bytes in: measured/)
  })

  it('is exceeded if more records passed', () => {
    const more = { quotaPerSec: 840, burstPerSec: 3000 }
    expect(overlayWith({ in: 1.1, out: 1.1 }, {}, more).verdict).toBe('above')
  })

  it('is missed by fewer records that took more wire bytes, and the verdict names both', () => {
    const overlay = overlayWith({ in: 1.2 }, {}, { quotaPerSec: 500, burstPerSec: 3000 })
    expect(overlay.verdict).toBe('below')
    expect(overlay.reason).toMatch(/A record took 1\.2 times the predicted bytes in\.$/)
  })
})

describe('records that took fewer bytes than predicted', () => {
  /** 100 records/s were predicted, up to 100; bytes as predicted. */
  function textOf(recordsLow: number, bytes: Partial<Comparison> = {}, records: Partial<Comparison> = {}) {
    const predicted = { low: 90, likely: 100, high: 100 }
    const measured = { low: recordsLow, mean: 125, high: 130 }
    const { prediction, result } = caseOf({})
    const first: Comparison = {
      ...{ figure: 'ingressWireBytesPerSec', predicted, measured, relativeError: 0, position: 'inside' },
      ...bytes,
    }
    const second: Comparison = {
      ...{ figure: 'recordsPerSec', predicted, measured, relativeError: 0.25, position: 'above' },
      ...records,
    }
    return lightRecordsText({ prediction, result, comparisons: [first, second] })?.records
  }

  it('are named if more records passed, in no more bytes, than the tolerance for their size explains', () => {
    expect(textOf(105.1)).toBe('a record took 0.8 times the predicted bytes')
    expect(textOf(105.1, { relativeError: 0.05 })).toBe('a record took 0.84 times the predicted bytes')
    expect(textOf(105.1, { relativeError: null }, { relativeError: null })).toContain('1 times')
    expect(textOf(105)).toBeUndefined()
    expect(textOf(105.1, { position: 'above' })).toBeUndefined()
    expect(textOf(105.1, {}, { position: 'straddles' })).toBeUndefined()
  })
})
