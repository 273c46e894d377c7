import { describe, expect, it } from 'vitest'
import type { FigureName } from '../../../src/contracts/figures.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import type { Comparison } from '../../../src/contracts/verdict.ts'
import { overlayResult } from '../../../src/evidence/overlay.ts'
import type { LoadFacts } from '../../../src/evidence/verdict/facts.ts'
import { heavyRecordsSentence, lightRecordsText } from '../../../src/evidence/wire-profile.ts'
import type { RunShape } from '../measurement/simulated-run.ts'
import { caseOf, type PredictionShape, underQuota } from './overlay-case.ts'

const withRoom: PredictionShape = { capacityPerSec: 3000 }

interface Wire {
  /** Factors on the wire bytes, and produce requests per record. */
  readonly in?: number
  readonly out?: number
  readonly requests?: number
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
            requests: wire.requests === undefined ? producer.requests : producer.ackedRecords * wire.requests,
          })),
          consumers: sample.consumers.map((group) => ({ ...group, wireBytes: group.wireBytes * (wire.out ?? 1) })),
        }),
      ),
    ),
  )
}

describe('a load that was met with more wire bytes than were offered', () => {
  it('is confirmed if the framing of requests explains them, and the overhead is named', () => {
    // 2,000 requests/s x (40 bytes + 35 bytes of names) = 150 kB/s, in addition to the 5 % tolerance of record sizes.
    expect(overlayWith({ in: 1.12, requests: 1 })).toMatchObject({
      verdict: 'confirmed',
      reasonCode: 'offered-load-met',
      reason:
        'Confirmed: the offered 2.04 MB/s was met as predicted (measured 2.28 MB/s in); the limit was not reached. The overhead of small produce requests added 12 % to the bytes in.',
    })
  })

  it('is not proven if the framing of requests does not explain them', () => {
    expect(overlayWith({ in: 1.12 })).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'wire-profile-differs',
      reason: 'Not proven: a record took 1.12 times the predicted bytes in: measured 2.28 MB/s in, predicted 2.04.',
    })
    expect(overlayWith({ in: 1.2, requests: 1 }).verdict).toBe('not-proven')
  })

  it('is confirmed without comment within the record-size tolerance', () => {
    expect(overlayWith({ in: 1.05, out: 1.05 }).reason).toMatch(/; the limit was not reached\.$/)
  })

  it('is confirmed without comment on egress if none was predicted', () => {
    expect(overlayWith({}, { ...withRoom, groups: 0 }).reason).toMatch(/; the limit was not reached\.$/)
  })

  it('names the overhead of fetch responses, as far as their framing explains it', () => {
    const overlay = overlayWith({ out: 1.15, requests: 1 })
    expect(overlay.verdict).toBe('confirmed')
    expect(overlay.reason).toMatch(/ The overhead of small fetch responses added 15 % to the bytes out\.$/)
    expect(overlayWith({ out: 1.15 })).toMatchObject({
      reasonCode: 'wire-profile-differs',
      reason: expect.stringContaining('a record took 1.15 times the predicted bytes out: measured 2.35 MB/s out'),
    })
  })
})

describe('the overhead of requests', () => {
  /** 100 bytes/s were predicted and 100 bytes/s of payload written; the tolerance is 5. */
  function sentenceOf(wireBytesPerSec: number, framingBytesPerSec: number): string {
    const predicted = { low: 90, likely: 100, high: 110 }
    const of = (figure: FigureName, mean: number): Comparison => {
      const measured = { low: mean, mean, high: mean }
      return { figure, predicted, measured, relativeError: mean / 100 - 1, position: 'inside' }
    }
    const comparisons = [of('ingressWireBytesPerSec', wireBytesPerSec), of('ingressPayloadBytesPerSec', 100)]
    const { prediction, result } = caseOf({})
    const facts: LoadFacts = { prediction, result, comparisons }
    return heavyRecordsSentence({ ...facts, framing: { ingressWireBytesPerSec: framingBytesPerSec } })
  }

  it('explains no more bytes than the framing of requests can have', () => {
    expect(sentenceOf(105, 10)).toBe('')
    expect(sentenceOf(115, 10)).toBe(' The overhead of small produce requests added 15 % to the bytes in.')
    expect(sentenceOf(115.1, 10)).toBe(' A record took 1.15 times the predicted bytes in.')
  })
})

describe('a band that ends below the offered load', () => {
  it('is not exceeded by records that took more wire bytes, because no more of them passed', () => {
    const overlay = overlayWith({ in: 1.1, requests: 1 }, {}, underQuota)
    expect(overlay.reasonCode).toBe('wire-profile-differs')
    expect(overlay.reason).toMatch(/the overhead of small produce requests added 10 % to the bytes in: measured/)
  })

  it('is exceeded if more records passed', () => {
    const more = { quotaPerSec: 840, burstPerSec: 3000 }
    expect(overlayWith({ in: 1.1, out: 1.1 }, {}, more).verdict).toBe('above')
  })

  it('is missed by fewer records that took more wire bytes, and the verdict names both', () => {
    const overlay = overlayWith({ in: 1.2, requests: 1 }, {}, { quotaPerSec: 500, burstPerSec: 3000 })
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

  it('are named where more of them passed than the tolerance for their size explains, in no more bytes', () => {
    expect(textOf(105.1)).toBe('a record took 0.8 times the predicted bytes')
    expect(textOf(105.1, { relativeError: 0.05 })).toBe('a record took 0.84 times the predicted bytes')
    expect(textOf(105.1, { relativeError: null }, { relativeError: null })).toContain('1 times')
    expect(textOf(105)).toBeUndefined()
    expect(textOf(105.1, { position: 'above' })).toBeUndefined()
    expect(textOf(105.1, {}, { position: 'straddles' })).toBeUndefined()
  })
})
