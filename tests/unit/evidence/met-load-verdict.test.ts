import { describe, expect, it } from 'vitest'
import type { Result } from '../../../src/contracts/result.ts'
import { judgeMetLoad } from '../../../src/evidence/met-load-verdict.ts'
import { overlayResult } from '../../../src/evidence/overlay.ts'
import { caseOf, type PredictionShape } from './overlay-case.ts'

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
      limitReached: true,
    })
    expect(met(throttled(0.49, 0)).verdict).toBe('confirmed')
  })

  it('is confirmed if exactly this load was predicted, although the band ends below it', () => {
    expect(met({}, { capacityPerSec: 2000, band: [0.8, 0.9] })).toMatchObject({
      verdict: 'confirmed',
      reasonCode: 'offered-load-met',
    })
    expect(met({}, { capacityPerSec: 1999, band: [0.8, 0.9] }).reasonCode).toBe('above-band')
  })

  it('is not proven if a group never received acknowledged records', () => {
    expect(met(accounting({ lostRecords: 7 }))).toMatchObject({
      verdict: 'not-proven',
      reasonCode: 'consumer-bound',
      reason: 'Not proven: a group never received 7 of the acknowledged records.',
    })
  })

  it('is confirmed without a statement on the limit if lost records are not known', () => {
    const { prediction, target, result } = caseOf({}, { capacityPerSec: 3000 })
    const { diagnosis } = result
    const { comparisons } = met({})
    expect(judgeMetLoad({ prediction, target, comparisons, result: { diagnosis } })).toMatchObject({
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
