import { describe, expect, it } from 'vitest'
import {
  type Chances,
  chanceToCarry,
  distancesOf,
  endsOf,
  factorsOfLaw,
  type LawUse,
  widenedSpread,
} from '../../../src/capacity/law-chances.ts'
import { studentT } from '../../../src/capacity/student-t.ts'
import type { LawBand } from '../../../src/contracts/law-bands.ts'

const band: LawBand = {
  ...{ law: 'storage', location: -0.5, spread: 0.5, degreesOfFreedom: 2, figures: 4, publications: 2, weight: 2 },
  range: {
    partitions: { least: 4, most: 100 },
    recordBytes: { least: 100, most: 1000 },
    brokers: { least: 3, most: 3 },
    cores: { least: 2, most: 16 },
  },
}
const setting = { partitions: 12, recordBytes: 500, brokers: 3, cores: 8 }

/** A law that alone is full at a load factor. */
function use(headroom: number, change: Partial<LawBand> = {}): LawUse {
  const own = { ...band, ...change }
  const { survival, exceededWith } = studentT(own.degreesOfFreedom)
  return {
    band: { ...own, likelyFactor: 1 },
    headroom,
    plainHeadroom: headroom,
    timed: [],
    spread: own.spread,
    survival,
    exceededWith,
  }
}

const chances = (laws: readonly LawUse[], ceiling = Number.POSITIVE_INFINITY): Chances => ({ laws, ceiling })

describe('the chance to carry a load', () => {
  it('is that of Student’s t: (ln 1 - ln 2 + 0.5) / 0.5 = -0.3863 is exceeded in 63.2 of 100 cases', () => {
    expect(chanceToCarry(chances([use(2)]), 1)).toBeCloseTo(0.6317, 3)
  })

  it('is one half at the median of a single law', () => {
    expect(chanceToCarry(chances([use(2)]), 2 * Math.exp(-0.5))).toBeCloseTo(0.5, 6)
  })

  it('is that of the law with the least', () => {
    const alone = chanceToCarry(chances([use(2)]), 1)
    expect(chanceToCarry(chances([use(2), use(2), use(5)]), 1)).toBe(alone)
    expect(chanceToCarry(chances([use(2), use(1)]), 1)).toBeLessThan(alone)
    expect(chanceToCarry(chances([]), 1)).toBe(1)
  })

  it('is nothing above a declared limit, and untouched up to it', () => {
    expect(chanceToCarry(chances([use(2)], 1), 1)).toBeCloseTo(0.6317, 3)
    expect(chanceToCarry(chances([use(2)], 0.99), 1)).toBe(0)
  })

  it('never rises with the load', () => {
    const all = chances([use(1), use(3), use(20, { location: 0.2, degreesOfFreedom: 6.5 })])
    let before = 1
    for (let log = -5; log < 5; log += 0.05) {
      const chance = chanceToCarry(all, Math.exp(log))
      expect(chance).toBeLessThanOrEqual(before)
      before = chance
    }
  })
})

describe('the ends of a band', () => {
  it('of one law are its 5th and 95th percentile: t = 2.92 with 2 degrees of freedom', () => {
    const { low, high } = endsOf(chances([use(2)]))
    expect(low).toBeCloseTo(2 * Math.exp(-0.5 - 0.5 * 2.92), 3)
    expect(high).toBeCloseTo(2 * Math.exp(-0.5 + 0.5 * 2.92), 2)
    expect(factorsOfLaw(use(2))).toMatchObject({
      lowFactor: expect.closeTo(low / 2, 6),
      medianFactor: expect.closeTo(Math.exp(-0.5), 9),
      highFactor: expect.closeTo(high / 2, 6),
    })
  })

  it('of several laws are carried with a chance of 95 and 5 %', () => {
    const all = chances([use(1), use(1.5, { spread: 1 }), use(4, { location: 0 })])
    const { low, high } = endsOf(all)
    expect(chanceToCarry(all, low)).toBeCloseTo(0.95, 4)
    expect(chanceToCarry(all, high)).toBeCloseTo(0.05, 4)
  })

  it('end at a declared limit', () => {
    expect(endsOf(chances([use(2)], 0.5))).toMatchObject({ high: 0.5 })
    expect(endsOf(chances([], 0.5))).toEqual({ low: 0.5, high: 0.5 })
  })
})

describe('the distance from what was published', () => {
  it('adds (0.15 x octaves)^2 of each quantity to the variance', () => {
    expect(widenedSpread(band, setting)).toBeCloseTo(0.5, 9)
    // 800 partitions are three octaves beyond 100, 25 B two below 100 B.
    const far = { ...setting, partitions: 800, recordBytes: 25 }
    expect(widenedSpread(band, far)).toBeCloseTo(Math.sqrt(0.25 + 0.45 ** 2 + 0.3 ** 2), 9)
    expect(distancesOf(band, far)).toEqual([
      { quantity: 'partitions', value: 800, nearest: 100, octaves: 3 },
      { quantity: 'recordBytes', value: 25, nearest: 100, octaves: 2 },
    ])
    expect(distancesOf(band, setting)).toEqual([])
  })

  it('leaves out what a law does not depend on: brokers and cores for a client, cores for disks', () => {
    const most = { brokers: band.range.brokers.most, cores: band.range.cores.most }
    const far = { ...setting, brokers: most.brokers * 8, cores: most.cores * 4 }
    const counted = (law: LawBand['law']) => distancesOf({ ...band, law }, far).map(({ quantity }) => quantity)
    expect(counted('processors')).toEqual(['brokers', 'cores'])
    expect(counted('storage')).toEqual(['brokers'])
    expect(counted('producer-client')).toEqual([])
    expect(counted('consumer-client')).toEqual([])
    expect(widenedSpread({ ...band, law: 'producer-client' }, far)).toBeCloseTo(0.5, 9)
    expect(widenedSpread({ ...band, law: 'processors' }, far)).toBeCloseTo(Math.sqrt(0.25 + 0.45 ** 2 + 0.3 ** 2), 9)
    // What does not depend on them does not come nearer by fewer of them, either.
    const small = { ...setting, brokers: band.range.brokers.least / 8, cores: band.range.cores.least / 4 }
    expect(distancesOf({ ...band, law: 'producer-client' }, small)).toEqual([])
  })
})
