import { describe, expect, it } from 'vitest'
import { expectedBands, readRecordsBand, type Solution, solve } from '../../../src/capacity/solve.ts'
import { type PublishedPoint, publishedQuantities } from '../../../src/contracts/evidence.ts'
import { type Offering, offering } from '../../../src/contracts/offering.ts'
import {
  cpuBand,
  fittableObservations,
  publicationOf,
  publishedObservations,
  unitOfPoint,
} from '../../../src/evidence/published-observations.ts'
import { dedicated, shippedOffering } from '../capacity/known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

/** A point of the white paper, changed. */
function pointOf(change: Partial<PublishedPoint>): PublishedPoint {
  const [template] = dedicated.evidence.points
  if (template === undefined) throw new Error('the white paper has figures')
  return { ...template, ...change }
}

function withPoints(...points: readonly PublishedPoint[]): Offering {
  return offering.parse({ ...dedicated, evidence: { ...dedicated.evidence, points } })
}

describe('a published point', () => {
  it('has the unit of its quantity, and none as a ratio', () => {
    const units = publishedQuantities.map((quantity) => [quantity, unitOfPoint(pointOf({ quantity }))])
    expect(Object.fromEntries(units)).toEqual({
      recordsPerSec: 'records/s',
      readRecordsPerSec: 'records/s',
      ingressWireBytesPerSec: 'wire bytes/s',
      ingressPayloadBytesPerSec: 'payload bytes/s',
      egressPayloadBytesPerSec: 'payload bytes/s',
      cpuFraction: 'share of cores',
    })
    expect(unitOfPoint(pointOf({ relativeTo: 'other' }))).toBe('ratio')
  })

  it('belongs to its publication, or to the title of its source', () => {
    const { source } = pointOf({})
    expect(publicationOf(pointOf({ publication: 'paper' }))).toBe('paper')
    expect(publicationOf(pointOf({ publication: undefined }))).toBe(source.title)
  })

  it('may be used by a fit unless it is held out', () => {
    const all = publishedObservations(
      withPoints(pointOf({ id: 'a' }), pointOf({ id: 'b', heldOut: 'seen' }), pointOf({ id: 'c', heldOut: 'unseen' })),
    )
    expect(fittableObservations(all).map(({ id }) => id)).toEqual(['a'])
  })

  it('is predicted from its own configuration', () => {
    for (const { id, value, isCensored, point, predict, scenario } of publishedObservations(hosts)) {
      expect([id, value, isCensored]).toEqual([point.id, point.value, point.isCensored])
      expect(scenario.deployment.offering).toBe(hosts.id)
      if (point.relativeTo !== undefined) continue
      const solution = solve(scenario, hosts)
      const { quantity } = point
      if (quantity === 'cpuFraction') expect(predict(hosts)).toEqual(cpuBand(solution))
      else if (quantity === 'readRecordsPerSec') expect(predict(hosts)).toEqual(readRecordsBand(solution))
      else expect(predict(hosts)).toEqual(expectedBands(solution)[quantity])
    }
  })

  it('of a ratio is predicted as its band over the likely value of the other, and as 0 over 0', () => {
    const set = (size: number) => ({ 'deployment.size': size, 'workload.producers.0.peakRecordsPerSec': 2_000_000 })
    const refused = { ...set(1), 'workload.topics.0.partitions': 50_000 }
    const [two, , ratio, overNothing, four] = publishedObservations(
      withPoints(
        pointOf({ id: 'two', set: set(2) }),
        pointOf({ id: 'refused', set: refused }),
        pointOf({ id: 'ratio', set: set(4), relativeTo: 'two' }),
        pointOf({ id: 'over-nothing', set: set(4), relativeTo: 'refused' }),
        pointOf({ id: 'four', set: set(4) }),
      ),
    )
    const [one, other] = [two?.predict(dedicated), four?.predict(dedicated)]
    if (one === undefined || other === undefined) throw new Error('both are predicted')
    const ends = { low: other.low / one.likely, likely: other.likely / one.likely, high: other.high / one.likely }
    expect(ratio?.predict(dedicated)).toEqual(ends)
    expect(ends.likely).toBeCloseTo(2, 1)
    expect([ends.low < ends.likely, ends.likely < ends.high]).toEqual([true, true])
    expect(overNothing?.predict(dedicated)).toEqual({ low: 0, likely: 0, high: 0 })
  })
})

describe('the predicted CPU utilisation', () => {
  const term = (lowFactor: number, highFactor: number): Solution['terms'][number] => {
    return {
      id: 'term',
      lowFactor,
      likelyFactor: 1,
      highFactor,
      isAssumption: false,
      reasonText: () => 'It varies.',
      appliesTo: null,
    }
  }

  /** One core used of four at half of the capacity. */
  function bandWith(terms: Solution['terms'], change: { hardware?: null; broker?: null } = {}) {
    const hardware = change.hardware === null ? undefined : { cores: 4 }
    const broker = change.broker === null ? undefined : { cores: 1 }
    const situation = { hardware, context: { capacityScale: 0.5 } }
    return cpuBand({ situation, reached: { broker }, terms } as unknown as Solution)
  }

  it('is the cores that are used over those that are there, at the scale of the capacity', () => {
    expect(bandWith([])).toEqual({ low: 0.5, likely: 0.5, high: 0.5 })
    expect(bandWith([], { hardware: null })).toEqual({ low: 2, likely: 2, high: 2 })
    expect(bandWith([], { broker: null })).toEqual({ low: 0, likely: 0, high: 0 })
  })

  it('has the band of the capacity, reversed; a term that says nothing of one side leaves that side', () => {
    const { low, high } = bandWith([term(0.8, 1.25), term(0.5, 2)])
    expect([low, high]).toEqual([expect.closeTo(0.5 / 2.5, 9), expect.closeTo(0.5 / 0.4, 9)])
    expect(bandWith([term(1.1, 0.9)])).toEqual({ low: 0.5, likely: 0.5, high: 0.5 })
    expect(bandWith([term(0, 1)])).toEqual({ low: 0.5, likely: 0.5, high: 0.5 })
  })
})
