import { describe, expect, it } from 'vitest'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import {
  discriminatingLoads,
  discriminatingLoadsText,
  discriminationNotes,
  isNearLimit,
} from '../../../src/evidence/discrimination.ts'
import { type PredictionShape, predictionOf } from './overlay-case.ts'

const term = (lowFactor: number, highFactor: number): Prediction['band'][number] => {
  return { id: 'term', lowFactor, likelyFactor: 1, highFactor, reason: 'It varies.', isAssumption: false }
}

function withTerms(shape: PredictionShape, ...terms: readonly Prediction['band'][number][]): Prediction {
  return { ...predictionOf(shape), band: [...terms] }
}

describe('an offered load', () => {
  it.each([
    ['10 % below the likely limit and below the band', { capacityPerSec: 2200 }, false],
    ['less than 10 % below the likely limit', { capacityPerSec: 2199 }, true],
    ['above the lower end of a wide band', { capacityPerSec: 3000, band: [0.6, 1.4] }, true],
    ['above the limit', { capacityPerSec: 1200 }, true],
  ] as const)('is near the limit or not: %s', (_where, shape, isNear) => {
    expect(isNearLimit(predictionOf(shape))).toBe(isNear)
  })
})

describe('an offered load that is near the limit of only one direction', () => {
  it('is near the limit', () => {
    const prediction = predictionOf({ capacityPerSec: 3000 })
    const { egressWireBytesPerSec: offered } = prediction.offered
    const readFrom = (low: number) => {
      const egressWireBytesPerSec = { low: low * offered, likely: offered, high: offered }
      return isNearLimit({ ...prediction, expected: { ...prediction.expected, egressWireBytesPerSec } })
    }
    expect([readFrom(1), readFrom(0.9)]).toEqual([false, true])
  })
})

describe('the loads that discriminate', () => {
  it('are 1.1 times the upper end of the band, and the likely limit / 1.1', () => {
    const { minRecordsPerSecToFindLimit, maxRecordsPerSecToBeCarried } = discriminatingLoads(
      withTerms({ capacityPerSec: 3000 }),
    )
    expect(minRecordsPerSecToFindLimit).toBeCloseTo(3300)
    expect(maxRecordsPerSecToBeCarried).toBeCloseTo(3000 / 1.1)
  })

  it('follow the terms of the band: upwards those above 1, downwards those below 1', () => {
    const loads = discriminatingLoads(
      withTerms({ capacityPerSec: 3000 }, term(0.8, 1.2), term(1.1, 0.9), term(0.9, 1.1)),
    )
    expect(loads.minRecordsPerSecToFindLimit).toBeCloseTo(3000 * 1.2 * 1.1 * 1.1)
    expect(loads.maxRecordsPerSecToBeCarried).toBeCloseTo(3000 * 0.8 * 0.9)
  })

  it('follow an upper end that lies below the offered load, whatever the terms are', () => {
    expect(discriminatingLoads(withTerms({ band: [0.95, 1.5] })).minRecordsPerSecToFindLimit).toBeCloseTo(
      1200 * 1.5 * 1.1,
    )
  })

  it('are given in whole records with three digits, rounded away from the limit', () => {
    const textOf = (capacityPerSec: number) =>
      discriminatingLoadsText(predictionOf({ offeredPerSec: capacityPerSec, capacityPerSec }))
    expect(textOf(12)).toBe(
      'Offer 14 records/s or more to find the limit. Offer 10 records/s or less to show that the load is carried.',
    )
    expect(textOf(12_345)).toMatch(/^Offer 13,600 .* Offer 11,200 records/)
    expect(textOf(1_100)).toMatch(/^Offer 1,210 .* Offer 1,000 records/)
  })
})

describe('before a run', () => {
  const enforces = { enforces: ['ingress'] } as const
  const notesOf = (shape: PredictionShape, ...terms: readonly Prediction['band'][number][]) =>
    discriminationNotes(withTerms(shape, ...terms), { enforces: [...enforces.enforces] })

  it('a load too near the limit gets a note with loads that discriminate', () => {
    expect(notesOf({ capacityPerSec: 1950 }, term(0.95, 1.06))).toEqual([
      'This load lies too near to the predicted limit: if it is met, a cluster with a higher limit would give the same figures, and nothing is proven. Offer 2,280 records/s or more to find the limit. Offer 1,770 records/s or less to show that the load is carried.',
    ])
  })

  it('a load near the limit of one direction gets a note that names the direction', () => {
    const prediction = predictionOf({ capacityPerSec: 1950 })
    const { binding } = prediction
    const noteOf = (ingress: number, egress: number) => {
      const directions = { ingress: { headroom: ingress, binding }, egress: { headroom: egress, binding } }
      return discriminationNotes({ ...prediction, directions }, { enforces: [...enforces.enforces] }).join(' ')
    }
    expect(noteOf(0.975, 2)).toContain('too near to the predicted limit on writing (ingress): if it is met')
    expect(noteOf(2, 0.975)).toContain('too near to the predicted limit on reading (egress): if it is met')
    expect(noteOf(0.975, 0.98)).toContain('too near to the predicted limit: if it is met')
  })

  it('a load that discriminates gets no note', () => {
    expect(notesOf({ capacityPerSec: 3000 })).toEqual([])
    expect(notesOf({ capacityPerSec: 1200 })).toEqual([])
    // 1.06 x 1.1 x 1,715 records/s are 2,000.
    expect(notesOf({ capacityPerSec: 1715 })).toEqual([])
    expect(notesOf({ capacityPerSec: 1716 })).toHaveLength(1)
    // 1.1 x 2,000 records/s are 2,200.
    expect(notesOf({ offeredPerSec: 2200, capacityPerSec: 2000, band: [0.95, 1] })).toEqual([])
    expect(notesOf({ offeredPerSec: 2199, capacityPerSec: 2000, band: [0.95, 1] })).toHaveLength(1)
  })

  it('a run that proves nothing for another reason gets no note', () => {
    expect(notesOf({ capacityPerSec: 1950, refusals: ['No.'] })).toEqual([])
    expect(notesOf({ capacityPerSec: 1950, binding: ['requests'] })).toEqual([])
    expect(notesOf({ capacityPerSec: 1950, binding: ['requests', 'ingress'] })).toHaveLength(1)
  })
})
