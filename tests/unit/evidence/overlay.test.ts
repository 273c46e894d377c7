import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runStatus } from '../../../src/contracts/run-record.ts'
import { overlay as overlaySchema } from '../../../src/contracts/verdict.ts'
import { overlayResult } from '../../../src/evidence/overlay.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { anySamples } from '../measurement/any-samples.ts'
import { uneven } from '../measurement/simulated-result.ts'
import { type RunShape, simulateRun } from '../measurement/simulated-run.ts'
import {
  caseOf,
  overlayOf,
  type PredictionShape,
  predictionOf,
  quotaTarget,
  serviceTarget,
  underQuota,
} from './overlay-case.ts'

describe('an overlay confirms', () => {
  it('a rate inside the band that is limited by the quota', () => {
    const overlay = overlayOf({ ...underQuota, groups: 3 })
    expect(overlay).toMatchObject({
      verdict: 'confirmed',
      reasonCode: 'broker-quota',
      reason: "Confirmed: measured 1.22 MB/s in, predicted 1.22 (1.16–1.3), held by the broker's quota.",
      limitReached: true,
      marks: ['declared capacity'],
    })
    expect(overlaySchema.parse(overlay)).toEqual(overlay)
  })

  it('a met load below the limit, and adds that the limit was not reached', () => {
    expect(overlayOf({}, { capacityPerSec: 3000 })).toMatchObject({
      verdict: 'confirmed',
      reasonCode: 'offered-load-met',
      reason:
        'Confirmed: the offered 2.04 MB/s was met as predicted (measured 2.04 MB/s in); the limit was not reached.',
      limitReached: false,
      marks: ['declared capacity', 'censored'],
    })
  })

  it('a rate inside the band of a service that does not show its limiter', () => {
    expect(overlayOf({ passPerSec: () => 600 }, {}, { target: serviceTarget })).toMatchObject({
      verdict: 'confirmed',
      reasonCode: 'within-band',
      limitReached: true,
      marks: [],
    })
  })

  it('a band that ends at the offered load: a higher limit cannot be seen', () => {
    const shape: PredictionShape = { capacityPerSec: 1960 }
    const held: RunShape = { quotaPerSec: 985, burstPerSec: 3000 }
    expect(overlayOf(held, shape).comparisons[0]).toMatchObject({ position: 'inside' })
    expect(overlayOf(held, shape)).toMatchObject({ verdict: 'confirmed', reasonCode: 'broker-quota' })
  })
})

describe('an overlay contradicts', () => {
  it('with "below" if the quota is 0.7 of the prediction', () => {
    const overlay = overlayOf({ quotaPerSec: 420, burstPerSec: 3000 })
    expect(overlay).toMatchObject({ verdict: 'below', reasonCode: 'below-band', limitReached: true })
    expect(overlay.reason).toMatch(
      /^Below the prediction: measured 856\.8 kB\/s in, predicted 1\.22 MB\/s \(1\.16–1\.3\)\. The brokers throttled/,
    )
    expect(overlay.comparisons[0]?.relativeError).toBeCloseTo(-0.3)
  })

  it('with "above" if the quota is 1.4 times the prediction', () => {
    expect(overlayOf({ quotaPerSec: 840, burstPerSec: 3000 })).toMatchObject({
      verdict: 'above',
      reasonCode: 'above-band',
      limitReached: true,
    })
  })

  it('with "above" if a load above the band was met', () => {
    expect(overlayOf({})).toMatchObject({
      verdict: 'above',
      limitReached: false,
      marks: ['declared capacity', 'censored'],
      reason: expect.stringMatching(/^Above the prediction: .*; the limit was not reached\.$/),
    })
  })

  it('with "above" if an overloaded client nevertheless got more than predicted', () => {
    expect(overlayOf({ clientPerSec: 800, producerCpuCores: 0.99 })).toMatchObject({
      verdict: 'above',
      limitReached: false,
      marks: ['declared capacity', 'censored', 'client-bound'],
    })
  })
})

describe('the rules of an overlay', () => {
  it('judge a run that was cut short if it has enough windows, and mark it', () => {
    const cut = { ...underQuota, durationSeconds: 200, cutAtSecond: 150 }
    expect(overlayOf(cut, {}, { status: 'partial', endReason: 'user-abort' })).toMatchObject({
      verdict: 'confirmed',
      marks: ['declared capacity', 'partial'],
    })
  })

  it('accept an interval outside the band as a contradiction, however noisy it is', () => {
    const noisy: RunShape = { offeredPerSec: 2000, passPerSec: uneven(1000, 400) }
    expect(overlayOf(noisy, { offeredPerSec: 4000 }, { target: serviceTarget })).toMatchObject({ verdict: 'above' })
  })

  it('count a load as met by its records, although the wire bytes were counted unevenly', () => {
    const uneasy = caseOf({}, { capacityPerSec: 3000 }, (samples) =>
      samples.map((sample) => ({
        ...sample,
        producers: sample.producers.map((producer) => ({
          ...producer,
          wireBytes: producer.wireBytes * (uneven(1000, 400)(sample.second) / 1000),
        })),
      })),
    )
    expect(uneasy.result.steadyWindow.doubt).toBe('too-noisy')
    expect(overlayResult(uneasy)).toMatchObject({ verdict: 'confirmed', reasonCode: 'offered-load-met' })
  })

  it('do not confirm a load that brokers refused for a while because too few replicas were in sync', () => {
    const partitionState = { isAnswered: true, partitions: 4, belowMinIsrPartitions: 4, isLeaderMissing: false }
    const refused = caseOf({}, { capacityPerSec: 3000 }, (samples) =>
      samples.map((sample) => (sample.second === 60 ? { ...sample, partitionState } : sample)),
    )
    expect(overlayResult(refused)).toMatchObject({ verdict: 'not-proven', reasonCode: 'cluster-degraded' })
  })

  it('name an overloaded client as the reason, not the windows that were lost because of it', () => {
    const starved = caseOf({ clientPerSec: 500, producerCpuCores: 0.97 }, {}, (samples) =>
      samples.filter((sample) => sample.second < 60 || sample.second > 63),
    )
    expect(overlayResult(starved).reasonCode).toBe('client-bound')
    expect(overlayOf({ clientPerSec: 500, durationSeconds: 60 }).reasonCode).toBe('too-short')
  })

  it('count a limit as enforced if it ties with one that is enforced', () => {
    expect(overlayOf(underQuota, { binding: ['partition-ingress', 'ingress'] }).verdict).toBe('confirmed')
  })

  it('ignore the request profile if requests are not limited', () => {
    const overlay = overlayOf(underQuota, { requestsPerSec: { produce: 25, isLimited: false } })
    expect(overlay.verdict).toBe('confirmed')
    expect(overlay.requestProfileRatio).toBeCloseTo(3, 0)
  })

  it('ignore the request profile if the prediction has no produce requests', () => {
    expect(overlayOf(underQuota).requestProfileRatio).toBeNull()
  })

  it('compare requests per record, so that a lower rate is not another profile', () => {
    const requestsPerSec = { produce: 75, isLimited: true }
    const overlay = overlayOf({ quotaPerSec: 300, burstPerSec: 3000 }, { requestsPerSec })
    expect(overlay.requestProfileRatio).toBeCloseTo(1, 1)
    expect(overlay.verdict).toBe('below')
  })

  it('judge the rate of consumers that the brokers throttle', () => {
    const throttled = caseOf({ readPerSec: 1000 }, { capacityPerSec: 3000, binding: ['egress'] }, (samples) =>
      samples.map((sample) => ({
        ...sample,
        consumers: sample.consumers.map((group) => ({ ...group, throttleMs: 900 })),
      })),
    )
    const overlay = overlayResult(throttled)
    expect(overlay).toMatchObject({ verdict: 'below', reasonCode: 'below-band', limitReached: true })
    expect(overlay.comparisons[0]?.figure).toBe('egressWireBytesPerSec')
    expect(overlay.reason).toMatch(
      /^Below the prediction: measured 1\.02 MB\/s out, .* The brokers throttled the consumers/,
    )
  })

  it('accept a long round trip as the limit if the producer pipeline was predicted to bind', () => {
    const held: RunShape = { passPerSec: () => 600, queueRecords: 2000, roundTripUs: 100_000 }
    const target = { ...serviceTarget, enforces: [...serviceTarget.enforces, 'producer-pipeline' as const] }
    expect(overlayOf(held, { binding: ['producer-pipeline'] }, { target })).toMatchObject({ verdict: 'confirmed' })
    expect(overlayOf(held, { binding: ['ingress', 'producer-pipeline'] }, { target }).verdict).toBe('confirmed')
    expect(overlayOf(held, {}, { target })).toMatchObject({ verdict: 'not-proven', reasonCode: 'client-bound' })
    const starved: RunShape = { clientPerSec: 500, producerCpuCores: 0.97 }
    expect(overlayOf(starved, { binding: ['producer-pipeline'] }, { target }).reasonCode).toBe('client-bound')
  })

  it('mark scaled and simulated results', () => {
    const scaled = { ...quotaTarget, scale: 0.1 }
    expect(overlayOf(underQuota, {}, { target: scaled }).marks).toEqual(['declared capacity', 'scaled'])
    const simulated = { ...scaled, kind: 'embedded:simulated' as const, isDeclaredCapacity: false }
    expect(overlayOf(underQuota, {}, { target: simulated }).marks).toEqual(['simulated', 'scaled'])
  })

  it('give an overlay for any measurement', () => {
    fc.assert(
      fc.property(anySamples, fc.boolean(), fc.constantFrom(...runStatus.options), (samples, isFeasible, status) => {
        const { plan } = simulateRun({ cutAtSecond: 1, windowSeconds: 1, durationSeconds: 20 })
        const overlay = overlayResult({
          prediction: predictionOf(isFeasible ? {} : { refusals: ['No.'] }),
          result: computeResult(plan, samples),
          target: serviceTarget,
          plan,
          status,
          endReason: null,
        })
        expect(overlaySchema.safeParse(overlay).error).toBeUndefined()
        if (status === 'complete' && isFeasible) expect(overlay.reasonCode).not.toBe('partial-run')
      }),
      { numRuns: 100 },
    )
  })
})
