import { describe, expect, it } from 'vitest'
import { overlay as overlaySchema } from '../../../src/contracts/verdict.ts'
import { overlayResult } from '../../../src/evidence/overlay.ts'
import { uneven } from '../measurement/simulated-result.ts'
import type { RunShape } from '../measurement/simulated-run.ts'
import { caseOf, overlayOf, type PredictionShape, quotaTarget, serviceTarget, underQuota } from './overlay-case.ts'

describe('an overlay proves nothing', () => {
  const cases: readonly [
    code: string,
    run: RunShape,
    prediction: PredictionShape,
    rest: Parameters<typeof overlayOf>[2],
    reason: RegExp,
  ][] = [
    [
      'infeasible',
      underQuota,
      { refusals: ['The partitions are 5,000 and the cluster takes 4,500.'] },
      {},
      /refuses this workload: the partitions are 5,000 and the cluster takes 4,500\.$/,
    ],
    [
      'partial-run',
      { ...underQuota, cutAtSecond: 60 },
      {},
      { status: 'partial', endReason: 'user-abort' },
      /^Not proven: the run was stopped by hand after 3 quota windows, too few for a result\.$/,
    ],
    ['too-short', { ...underQuota, durationSeconds: 60 }, {}, {}, /too short: 3 of the 8 whole quota windows of 11 s/],
    [
      'dimension-not-enforced',
      underQuota,
      { binding: ['partition-ingress'] },
      {},
      /^Not proven: this target does not limit the bytes written to a partition, which is what binds\.$/,
    ],
    [
      'dimension-not-enforced',
      {},
      { capacityPerSec: 3000 },
      { target: { ...quotaTarget, kind: 'embedded:simulated', enforces: [], isDeclaredCapacity: false } },
      /^Not proven: simulated brokers limit nothing\.$/,
    ],
    [
      'client-bound',
      { clientPerSec: 500, producerCpuCores: 0.97 },
      {},
      {},
      /^Not proven: the load generator was the limit: its busiest producer worker used 0\.97 of a processor core\.$/,
    ],
    ['client-bound', { clientPerSec: 600 }, {}, {}, /handed over 60 %/],
    [
      'client-bound',
      { passPerSec: () => 500 },
      {},
      {},
      /although no quota throttled it: the machine that ran the load was the limit/,
    ],
    ['consumer-bound', { readPerSec: 1500 }, { capacityPerSec: 3000 }, {}, /read 75 % of what was written/],
    [
      'consumer-bound',
      { ...underQuota, readPerSec: 900 },
      {},
      {},
      /^Not proven: the consumers read 75 % of what they should have read, and throttling by brokers does not explain it\.$/,
    ],
    [
      'request-profile-differs',
      underQuota,
      { requestsPerSec: { produce: 25, isLimited: true } },
      {},
      /the run sent 3(\.\d+)? times as many requests per record/,
    ],
    [
      'not-settled',
      { offeredPerSec: 2000, passPerSec: (second) => 1500 - 2 * second },
      {},
      { target: serviceTarget },
      /had not settled when the run ended/,
    ],
    [
      'too-noisy',
      { offeredPerSec: 2000, passPerSec: uneven(1000, 400) },
      { offeredPerSec: 4000, capacityPerSec: 2000 },
      { target: serviceTarget },
      /too noisy: its interval is ± \d+ % wide/,
    ],
    [
      'straddles-band',
      {
        quotaPerSec: 1e6,
        passPerSec: uneven(570, 25),
        offeredPerSec: 1500,
      },
      { offeredPerSec: 3000 },
      { target: serviceTarget },
      /reaches across the edge of the band: measured 1\.17 MB\/s in \(1\.13–1\.21\), predicted 1\.22 \(1\.16–1\.3\)/,
    ],
    ['band-too-wide', underQuota, { band: [0.6, 1.4] }, {}, /the band is wider than ± 25 %/],
  ]

  it.each(cases)('%s', (code, run, prediction, rest, reason) => {
    const overlay = overlayOf(run, prediction, rest)
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: code })
    expect(overlay.reason).toMatch(reason)
    expect(overlaySchema.parse(overlay)).toEqual(overlay)
  })

  it('accounting-open', () => {
    const overlay = overlayResult(caseOf(underQuota, {}, (samples) => samples.filter((sample) => sample.second !== 50)))
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'accounting-open' })
    expect(overlay.reason).toMatch(/^Not proven: not every record is accounted for: there is no sample of second 50; /)
  })
})

describe('a run that proves nothing', () => {
  const short = { durationSeconds: 60 }
  const hot: RunShape = { passPerSec: () => 500, hotPartitionShare: 0.7 }

  it.each<[string, RunShape, boolean]>([
    ['a quota held it', underQuota, true],
    ['a partition was full', hot, true],
    ['nothing did', {}, false],
    ['unknown', { passPerSec: () => 500 }, false],
    ['a client did', { clientPerSec: 500 }, false],
  ])('says by what held the rate whether the limit was reached: %s', (_what, run, limitReached) => {
    const overlay = overlayOf({ ...run, ...short }, {}, { target: serviceTarget })
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'too-short', limitReached })
  })
})

describe('a run on embedded brokers without quotas', () => {
  const target = { ...quotaTarget, label: 'no limits', enforces: [], isDeclaredCapacity: false, quotas: null }

  it('confirms no deployment, whether the load was met or not, and says that it is about this machine', () => {
    for (const shape of [underQuota, {}]) {
      const overlay = overlayOf(shape, { offeredPerSec: 2000, capacityPerSec: 5000, band: [0.1, 9] }, { target })
      expect([overlay.verdict, overlay.reasonCode]).toEqual(['not-proven', 'dimension-not-enforced'])
      expect(overlay.reason).toContain('what they reach is what this machine reaches')
      expect(overlay.marks).toContain('this machine')
      expect(overlay.marks).not.toContain('declared capacity')
    }
  })
})
