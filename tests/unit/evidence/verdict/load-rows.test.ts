import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../src/contracts/result.ts'
import { overlayResult } from '../../../../src/evidence/overlay.ts'
import { caseOf, judgeLoad, type PredictionShape, serviceTarget } from '../overlay-case.ts'

const untouched = '; the limit was not reached.'

/** A load that was met on a deployment with room, and what else the run saw. */
function met(seen: Partial<Result>, prediction: PredictionShape = { capacityPerSec: 3000 }) {
  const input = caseOf({ groups: 2 }, prediction)
  return overlayResult({ ...input, result: { ...input.result, ...seen } })
}

function throttled(producerSecondsFraction: number, consumerSecondsFraction: number): Partial<Result> {
  return { throttle: { maxMs: 500, producerSecondsFraction, consumerSecondsFraction } }
}

/** The second of the two groups misses records. */
function accounting(missing: { readonly lostRecords?: number; readonly unreadRecords?: number }): Partial<Result> {
  const own = caseOf({ groups: 2 }).result.accounting
  const groups = own.groups.map((group, index) => (index === 1 ? { ...group, ...missing } : group))
  return { accounting: { ...own, groups } }
}

describe('a load that was met', () => {
  it('did not reach the limit if nothing was throttled and all records were read', () => {
    expect(met({}).reason.endsWith(untouched)).toBe(true)
    expect(met({}).limitReached).toBe(false)
  })

  it.each([
    ['producers', throttled(0.02, 0.01), 'although the brokers throttled the producers in 2 % of the seconds.'],
    ['consumers', throttled(0, 0.1), 'although the brokers throttled the consumers in 10 % of the seconds.'],
  ])('reached the limit if %s were throttled', (_whom, seen, end) => {
    const overlay = met(seen)
    expect(overlay).toMatchObject({ verdict: 'confirmed', reasonCode: 'offered-load-met', limitReached: true })
    expect(overlay.reason).toContain(end)
    expect(overlay.reason).not.toContain('not reached')
  })

  it.each([
    ['producers', throttled(0.93, 0)],
    ['consumers', throttled(0.1, 0.5)],
  ])('is not proven if %s were throttled half of the time although headroom was predicted', (whom, seen) => {
    const overlay = met(seen)
    expect(overlay).toMatchObject({ verdict: 'not-proven', reasonCode: 'throttled-though-met', limitReached: true })
    expect(overlay.reason).toMatch(
      new RegExp(`^Not proven: the offered 2.04 MB/s was met, but the brokers throttled the ${whom} in \\d+ % of`),
    )
  })

  it('may be throttled half of the time if the limit was predicted to lie at the load', () => {
    expect(met(throttled(0.93, 0), { capacityPerSec: 2050 })).toMatchObject({
      verdict: 'confirmed',
      reasonCode: 'within-band',
      reason:
        'Confirmed: measured 2.04 MB/s in, predicted 2.04 (1.99–2.04); the load was met, and the brokers throttled the producers in 93 % of the seconds.',
      limitReached: true,
    })
    expect(met(throttled(0.49, 0)).verdict).toBe('confirmed')
  })

  it('is "above" if the band ends below it, whatever the likely limit is', () => {
    expect(met({}, { capacityPerSec: 2000, band: [0.8, 0.9] }).reasonCode).toBe('above-band')
    expect(met({}, { capacityPerSec: 1999, band: [0.8, 0.9] }).reasonCode).toBe('above-band')
  })

  it('is not proven if a group never received acknowledged records', () => {
    expect(met(accounting({ lostRecords: 7 }))).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'consumer-bound',
      reason: 'Not proven: a group never received 7 of the acknowledged records.',
    })
  })

  it('is not checked for lost records if nothing steady was measured', () => {
    const { prediction, result } = caseOf({ groups: 2 }, { capacityPerSec: 3000 })
    const facts = { prediction, comparisons: [], result: { ...result, ...accounting({ lostRecords: 7 }) } }
    expect(judgeLoad(facts).rowId).toBe('nothing-steady')
  })

  it('is confirmed without a statement on the limit if lost records are not known', () => {
    const { prediction, result } = caseOf({}, { capacityPerSec: 3000 })
    const { diagnosis } = result
    const { comparisons } = met({})
    expect(judgeLoad({ prediction, comparisons, result: { diagnosis } })).toMatchObject({
      verdict: 'confirmed',
      reason: 'Confirmed: the offered 2.04 MB/s was met as predicted (measured 2.04 MB/s in).',
    })
  })

  it('does not claim that the limit was not reached if a group has not read all records', () => {
    const overlay = met(accounting({ unreadRecords: 1 }))
    expect(overlay).toMatchObject({ verdict: 'confirmed', limitReached: false })
    expect(overlay.reason).toBe('Confirmed: the offered 2.04 MB/s was met as predicted (measured 2.04 MB/s in).')
  })

  it('is "above" without further claims if it lies above the band and was throttled', () => {
    const beyond = met(throttled(0.1, 0), { capacityPerSec: 1200 })
    expect(beyond).toMatchObject({ verdict: 'above', limitReached: true })
    expect(beyond.reason).not.toContain('not reached')
    expect(met({}, { capacityPerSec: 1200 }).reason.endsWith(untouched)).toBe(true)
  })
})

describe('a load that was met near to the predicted limit', () => {
  const near = { verdict: 'not-proven', reasonCode: 'does-not-discriminate' }

  it('does not discriminate from 10 % below the limit on', () => {
    expect(met({}, { capacityPerSec: 2199 })).toMatchObject({ ...near, limitReached: false })
    expect(met({}, { capacityPerSec: 2200 }).reasonCode).toBe('offered-load-met')
  })

  it('does not discriminate inside a band that begins below it, however high the likely limit is', () => {
    expect(met({}, { capacityPerSec: 3000, band: [0.66, 1.3] })).toMatchObject(near)
    expect(met({}, { capacityPerSec: 3000, band: [0.67, 1.3] }).verdict).toBe('confirmed')
  })

  it('names the loads that would discriminate', () => {
    expect(met({}, { capacityPerSec: 1950 }).reason).toBe(
      'Not proven: the offered 2.04 MB/s was met (measured 2.04 MB/s in), but lies too near to the predicted limit: a higher limit gives the same figures. Offer 2,200 records/s or more to find the limit. Offer 1,770 records/s or less to show that the load is carried.',
    )
  })

  it('reached the limit if clients were throttled, and is judged by the band if they were half of the time', () => {
    expect(met(throttled(0.49, 0), { capacityPerSec: 1950 })).toMatchObject({ ...near, limitReached: true })
    expect(met(throttled(0.5, 0), { capacityPerSec: 1950 })).toMatchObject({ verdict: 'confirmed', limitReached: true })
    expect(met(throttled(0, 0.5), { capacityPerSec: 1950 }).verdict).toBe('confirmed')
  })

  it('does not discriminate either if its interval lies across the upper edge of the band', () => {
    const wider = (relative: number): Partial<Result> => {
      const { steady } = caseOf({ groups: 2 }).result
      if (steady === null) throw new Error('nothing steady was measured')
      const at = ({ mean }: { mean: number }) => ({ mean, low: mean * (1 - relative), high: mean * (1 + relative) })
      const { ingressWireBytesPerSec, egressWireBytesPerSec } = steady
      return {
        steady: {
          ...steady,
          ingressWireBytesPerSec: at(ingressWireBytesPerSec),
          egressWireBytesPerSec: at(egressWireBytesPerSec),
        },
      }
    }
    // The band ends at 1,961 of the 2,000 records/s.
    const shape: PredictionShape = { capacityPerSec: 1850 }
    expect(met(wider(0.01), shape).verdict).toBe('above')
    const across = met(wider(0.03), shape)
    expect(across).toMatchObject({ ...near, limitReached: false })
    expect(across.reason).toMatch(/^Not proven: the load was met at the edge of the band \(measured 2\.04 MB\/s in/)
    expect(across.reason).toMatch(/ Offer 2,160 records\/s or more to find the limit\./)
    expect(met({ ...wider(0.03), ...throttled(0.4, 0) }, shape)).toMatchObject({ ...near, limitReached: true })
    expect(met({ ...wider(0.03), ...throttled(0.5, 0) }, shape).reasonCode).toBe('straddles-band')
  })
})

describe('a load that hosts carried', () => {
  const onHosts: PredictionShape = { capacityPerSec: 3000, isOfHosts: true, binding: ['cpu'] }
  const seen = (result: Partial<Result>, shape = onHosts) => {
    const input = caseOf({ groups: 2 }, shape)
    const target = { ...serviceTarget, enforces: ['cpu' as const] }
    return overlayResult({ ...input, target, result: { ...input.result, ...result } })
  }

  it('is not confirmed, and says how to find the limit and to calibrate', () => {
    expect(seen({})).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'band-too-wide',
      limitReached: false,
      reason:
        'Not proven: the offered 2.04 MB/s was met (measured 2.04 MB/s in), but on hosts that confirms nothing: what they carry is predicted too roughly. Offer 3,300 records/s or more to find the limit. Calibrate the model with this run and another that reached its limit.',
    })
    expect(seen({}, { ...onHosts, isOfHosts: false }).verdict).toBe('confirmed')
  })

  it('reached the limit if clients were throttled', () => {
    expect(seen(throttled(0.1, 0))).toMatchObject({ reasonCode: 'band-too-wide', limitReached: true })
  })

  it('is "above" if the band ends below it', () => {
    expect(seen({}, { ...onHosts, capacityPerSec: 1200 }).verdict).toBe('above')
  })
})
