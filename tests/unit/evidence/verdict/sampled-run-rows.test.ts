import { describe, expect, it } from 'vitest'
import { endReason } from '../../../../src/contracts/run-record.ts'
import { type OverlayInput, overlayResult } from '../../../../src/evidence/overlay.ts'
import { decide } from '../../../../src/evidence/verdict/table.ts'
import type { RunShape } from '../../measurement/simulated-run.ts'
import { caseOf, overlayOf, type PredictionShape, quotaTarget, serviceTarget, underQuota } from '../overlay-case.ts'

const withRoom: PredictionShape = { capacityPerSec: 3000 }

/** A case with parts of its result changed. */
function withResult(
  run: RunShape,
  prediction: PredictionShape,
  change: (result: OverlayInput['result']) => Partial<OverlayInput['result']>,
) {
  const input = caseOf(run, prediction)
  return overlayResult({ ...input, result: { ...input.result, ...change(input.result) } })
}

/** A met load whose groups read a share of what was written, throttled in a share of the seconds. */
function reading(share: number, consumerSecondsFraction = 0, prediction: PredictionShape = {}) {
  return withResult(underQuota, prediction, ({ steady, throttle }) => {
    if (steady === null) throw new Error('nothing steady was measured')
    const { mean } = steady.ingressPayloadBytesPerSec
    const read = { mean: share * mean, low: share * mean, high: share * mean }
    return { steady: { ...steady, egressPayloadBytesPerSec: read }, throttle: { ...throttle, consumerSecondsFraction } }
  })
}

describe('consumers that read less than they had to', () => {
  it.each([
    [0.969, 'consumer-bound'],
    [0.85, 'consumer-bound'],
    [0.97, 'broker-quota'],
    [0.971, 'broker-quota'],
  ])('at %d of it', (share, code) => {
    expect(reading(share).reasonCode).toBe(code)
  })

  it('do not make a run doubtful if throttling by brokers explains the missing share', () => {
    expect(reading(0.9, 0.09).reasonCode).toBe('consumer-bound')
    expect(reading(0.9, 0.11).reasonCode).toBe('below-band')
    expect(reading(0.5, 0.5).reasonCode).toBe('below-band')
    expect(reading(0.9).reason).toBe(
      'Not proven: the consumers read 90 % of what they should have read, and throttling by brokers does not explain it.',
    )
  })

  it('are not checked if nothing is to be read or written', () => {
    expect(reading(0, 0, { groups: 0 }).reasonCode).toBe('broker-quota')
    const none = withResult({ ...underQuota, quotaPerSec: 0 }, {}, () => ({}))
    expect(none.reasonCode).not.toBe('consumer-bound')
    const input = caseOf(underQuota)
    const { prediction } = input
    const expected = { ...prediction.expected, ingressPayloadBytesPerSec: { low: 0, likely: 0, high: 0 } }
    expect(overlayResult({ ...input, prediction: { ...prediction, expected } }).reasonCode).not.toBe('consumer-bound')
  })

  it('have to read the written records once per predicted group', () => {
    const overlay = withResult({ ...underQuota, groups: 2 }, {}, ({ steady }) => {
      if (steady === null) throw new Error('nothing steady was measured')
      return { steady: { ...steady, egressPayloadBytesPerSec: steady.ingressPayloadBytesPerSec } }
    })
    expect(overlay.reason).toContain('read 50 % of what they should have read')
  })
})

describe('a machine that held the rate itself', () => {
  const held: RunShape = { passPerSec: () => 500, hotPartitionShare: 0.7 }

  it('is the limit if a declared quota did not throttle, whichever partition was full', () => {
    expect(caseOf(held).result.diagnosis.limiter).toBe('hot-partition')
    expect(overlayOf(held)).toMatchObject({ verdict: 'not-proven', reasonCode: 'client-bound' })
    expect(overlayOf({ passPerSec: () => 500 }).reason).toBe(
      'Not proven: the rate stayed below the offered load although no quota throttled it: the machine that ran the load was the limit.',
    )
    expect(overlayOf(held).marks).toEqual(['declared capacity', 'censored', 'client-bound'])
  })

  it('is not assumed if the target is not known', () => {
    const run = { ...caseOf(held), requestProfileRatio: null }
    const { prediction, result } = run
    const { comparisons } = overlayOf(held)
    expect(decide({ prediction, result, comparisons, target: null, run, outputs: null }).verdict).toBe('below')
  })

  it('is not assumed on a cluster of the user’s, where the partition is the limit', () => {
    expect(overlayOf(held, {}, { target: serviceTarget })).toMatchObject({ verdict: 'below', limitReached: true })
  })

  it('does not hide a shortfall if only wire bytes are above the band', () => {
    const starved: RunShape = { clientPerSec: 500, producerCpuCores: 0.97 }
    const overlay = withResult(starved, withRoom, ({ steady }) => {
      if (steady === null) throw new Error('nothing steady was measured')
      const wire = { mean: 9e6, low: 9e6, high: 9e6 }
      return { steady: { ...steady, ingressWireBytesPerSec: wire } }
    })
    expect(overlay.comparisons[0]?.position).toBe('above')
    expect(overlay.reasonCode).toBe('client-bound')
  })
})

describe('a run that was cut before there was a result', () => {
  const cut: RunShape = { ...underQuota, cutAtSecond: 60 }

  it.each(endReason.options)('says why: %s', (reason) => {
    const { reason: sentence, reasonCode } = overlayOf(cut, {}, { status: 'partial', endReason: reason })
    expect(reasonCode).toBe('partial-run')
    expect(sentence).toMatch(
      /^Not proven: (the run|the runner|a load worker|a broker|an agent|Headroom) .* after 3 quota windows/,
    )
  })

  it('ended early if no reason was recorded', () => {
    expect(overlayOf(cut, {}, { status: 'partial', endReason: null }).reason).toBe(
      'Not proven: the run ended early after 3 quota windows, too few for a result.',
    )
  })

  it('counts one window as one', () => {
    expect(overlayOf({ ...underQuota, cutAtSecond: 34 }, {}, { status: 'partial', endReason: null }).reason).toContain(
      'after 1 quota window,',
    )
  })
})

describe('a plan', () => {
  it('with fewer than eight windows proves nothing, whatever limited the rate', () => {
    const starved: RunShape = { clientPerSec: 500, producerCpuCores: 0.97 }
    expect(overlayOf({ ...starved, durationSeconds: 22 + 7 * 11 + 10 }).reasonCode).toBe('too-short')
    expect(overlayOf({ ...starved, durationSeconds: 22 + 8 * 11 }).reasonCode).toBe('client-bound')
  })

  it('is also too short if a busy machine lost its windows', () => {
    const lost = withResult(underQuota, {}, () => ({ steady: null }))
    expect(lost.reason).toMatch(/^Not proven: the run was too short: \d+ of the 8 whole quota windows of 11 s/)
    const few = withResult(underQuota, {}, ({ steadyWindow }) => ({
      steadyWindow: { ...steadyWindow, windows: 1, doubt: 'too-short' },
    }))
    expect(few.reason).toBe(
      'Not proven: the run was too short: 1 of the 8 whole quota windows of 11 s that an interval needs.',
    )
  })
})

describe('runs that cannot be judged', () => {
  it('names the first refusal of the deployment, or none', () => {
    expect(overlayOf(underQuota, { refusals: ['One is too many.', 'So are two.'] }).reason).toBe(
      'Not proven: the deployment refuses this workload: one is too many.',
    )
    expect(overlayOf(underQuota, { refusals: [] }).reason).toBe('Not proven: the deployment refuses this workload.')
  })

  it('names the first gap of an accounting, or none', () => {
    const open = (gaps: string[]) =>
      withResult(underQuota, {}, ({ accounting }) => ({ accounting: { ...accounting, isClosed: false, gaps } })).reason
    expect(open(['Producer p0: 1 are missing.', 'Group g0: 2.'])).toBe(
      'Not proven: not every record is accounted for: producer p0: 1 are missing.',
    )
    expect(open([])).toBe('Not proven: not every record is accounted for.')
  })

  it('is a target that does not enforce the binding limit; if nothing binds, any target will do', () => {
    expect(overlayOf({}, { ...withRoom, binding: [] }).verdict).toBe('confirmed')
    expect(overlayOf({}, { ...withRoom, binding: ['egress', 'partition-egress'] }).verdict).toBe('confirmed')
    expect(overlayOf({}, { ...withRoom, binding: ['partition-egress', 'requests'] }).reason).toBe(
      'Not proven: this target does not limit the bytes read from a partition, which is what binds.',
    )
    const bare = { ...quotaTarget, isDeclaredCapacity: false }
    expect(overlayOf({}, withRoom, { target: bare }).reason).toMatch(
      /^Not proven: embedded brokers without quotas have/,
    )
  })
})

describe('a limit on requests', () => {
  it('does not apply to a run whose requests were not predicted', () => {
    const input = caseOf(underQuota, { requestsPerSec: { produce: 75, isLimited: true } })
    const { produceRequestsPerSec: _unknown, ...prediction } = input.prediction
    expect(overlayResult({ ...input, prediction })).toMatchObject({ verdict: 'confirmed', requestProfileRatio: null })
  })
})

describe('noise', () => {
  const noisy = (run: RunShape, prediction: PredictionShape) =>
    withResult(run, prediction, ({ steady, steadyWindow }) => {
      if (steady === null) throw new Error('nothing steady was measured')
      const { mean } = steady.recordsPerSec
      const recordsPerSec = { mean, low: mean * 0.9, high: mean * 1.123 }
      return { steady: { ...steady, recordsPerSec }, steadyWindow: { ...steadyWindow, doubt: 'too-noisy' } }
    })

  it('prevents a confirmation, and names the widest interval', () => {
    expect(noisy(underQuota, {}).reason).toBe('Not proven: the measurement is too noisy: its interval is ± 12 % wide.')
  })

  it('is described by the written rate if nothing was read', () => {
    expect(noisy({ ...underQuota, groups: 0 }, {}).reason).toMatch(/: its interval is ± 12 % wide\.$/)
  })

  it('does not prevent a verdict if the interval lies outside the band or the load was met', () => {
    expect(noisy({ quotaPerSec: 420, burstPerSec: 3000 }, {}).verdict).toBe('below')
    expect(noisy({ quotaPerSec: 840, burstPerSec: 3000 }, {}).verdict).toBe('above')
    expect(noisy({}, withRoom).reasonCode).toBe('offered-load-met')
  })
})

describe('a run without a steady window', () => {
  it('still names an overloaded client as the reason', () => {
    const starved: RunShape = { clientPerSec: 500, producerCpuCores: 0.97 }
    expect(withResult(starved, {}, () => ({ steady: null })).reasonCode).toBe('client-bound')
  })
})

describe('synchronous senders that waited', () => {
  const waited: OverlayInput['result']['diagnosis'] = {
    limiter: 'synchronous-senders',
    sentence: '4 synchronous senders waited 2 ms for each acknowledgement.',
    evidence: [],
  }
  const slow: RunShape = { ...underQuota, quotaPerSec: 300 }

  /** A run that stayed below its band, held by its senders. */
  const heldOn = (target: OverlayInput['target'], prediction: PredictionShape = {}) => {
    const input = caseOf(slow, prediction)
    return overlayResult({ ...input, target, result: { ...input.result, diagnosis: waited } })
  }

  it('prove nothing on declared capacity, where this machine decides how long they wait; and are no client bound', () => {
    const { verdict, reasonCode, reason, marks } = heldOn(quotaTarget)
    expect([verdict, reasonCode]).toEqual(['not-proven', 'dimension-not-enforced'])
    expect(reason).toBe(
      'Not proven: 4 synchronous senders waited 2 ms for each acknowledgement; on declared capacity, how long an acknowledgement takes depends on this machine.',
    )
    expect(marks).not.toContain('client-bound')
  })

  it('are judged by the bands on a cluster of the user’s own', () => {
    const target = { ...serviceTarget, enforces: ['synchronous-senders'] } satisfies OverlayInput['target']
    const overlay = heldOn(target, { binding: ['synchronous-senders'] })
    expect([overlay.verdict, overlay.reasonCode]).toEqual(['below', 'below-band'])
    expect(overlay.reason).toContain('4 synchronous senders waited 2 ms')
    expect(overlay.marks).toContain('censored')
    expect(overlay.marks).not.toContain('client-bound')
  })
})
