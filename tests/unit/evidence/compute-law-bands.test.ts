import { describe, expect, it } from 'vitest'
import type { FirstSight, PublishedPoint } from '../../../src/contracts/evidence.ts'
import { lawBands, laws } from '../../../src/contracts/law-bands.ts'
import { type LawResidual, lawBandsOf, lawResiduals } from '../../../src/evidence/compute-law-bands.ts'
import { publishedObservations } from '../../../src/evidence/published-observations.ts'
import { dedicated } from '../capacity/known-files.ts'

const setting = { partitions: 12, recordBytes: 100, brokers: 3, cores: 4 }

function residual(publication: string, log: number, more: Partial<LawResidual> = {}): LawResidual {
  return {
    id: `${publication}${log}`,
    publication,
    boundBy: 'storage',
    law: 'storage',
    log,
    changes: 0,
    setting,
    ...more,
  }
}

/** Storage: two publications, of which one is older than a law. Network: one. */
const few = [
  residual('a', -1, { setting: { ...setting, partitions: 100 } }),
  residual('a', -0.5),
  residual('b', 0.5, { changes: 1 }),
  residual('c', 0.25, { law: 'network', setting: { ...setting, cores: 16 } }),
]

const bandOf = (law: string, residuals = few) => lawBandsOf(residuals)?.find((each) => each.law === law)

describe('the band of a law', () => {
  it('pools its own mean and variance with those of all laws, which count as three publications', () => {
    // Storage weighs 0.5 + 0.5 + 0.5 = 1.5: mean (-0.5 - 0.25 + 0.25) / 1.5 = -1/3, variance 0.5 x 1.1667 / 1.5 = 0.3889.
    // All weigh 2.5: mean -0.1, variance 0.315. A third of storage's own and two thirds of all.
    expect(bandOf('storage')).toMatchObject({
      location: expect.closeTo(-1 / 9 - 0.2 / 3, 5),
      spread: expect.closeTo(Math.sqrt(0.388889 / 3 + 0.21), 5),
      degreesOfFreedom: 3.5,
      ...{ weight: 1.5, figures: 3, publications: 2 },
    })
  })

  it('of a law without figures is that of all laws, with two degrees of freedom and the range of all', () => {
    expect(bandOf('consumer-client')).toMatchObject({
      location: expect.closeTo(-0.1, 5),
      spread: expect.closeTo(Math.sqrt(0.315), 5),
      ...{ degreesOfFreedom: 2, weight: 0, figures: 0, publications: 0 },
      range: { partitions: { least: 12, most: 100 }, cores: { least: 4, most: 16 } },
    })
  })

  it('has the range of its own figures', () => {
    const { range } = bandOf('network') ?? {}
    expect(range).toMatchObject({ partitions: { least: 12, most: 12 }, cores: { least: 16, most: 16 } })
  })

  it('weighs a publication once, however many figures it has', () => {
    const repeated = [...few, residual('c', 0.25, { law: 'network' }), residual('c', 0.25, { law: 'network' })]
    expect(bandOf('network', repeated)).toMatchObject({ weight: 1, figures: 3, publications: 1 })
  })

  it('takes a figure whose law was not recorded into the pool alone', () => {
    const more = [...few, residual('d', 2, { law: null })]
    expect(bandOf('storage', more)?.weight).toBe(1.5)
    expect(bandOf('storage', more)?.location).toBeGreaterThan(bandOf('storage')?.location ?? 0)
  })

  it('is there for each law in the order of the schema, and for none without residuals', () => {
    expect(lawBands.parse(lawBandsOf(few)).map(({ law }) => law)).toEqual([...laws])
    expect(lawBandsOf([])).toBeNull()
  })
})

describe('the residual of a figure', () => {
  const [point] = publishedObservations(dedicated)
  if (point === undefined) throw new Error('the white paper has figures')
  const firstSight = { likely: 100e6, date: '2026-11-23', basis: 'recorded', binding: 'cpu' } as const
  const found = (changes: Partial<PublishedPoint>, isCensored = false) =>
    lawResiduals(
      [{ ...point, value: 50e6, isCensored, point: { ...point.point, firstSight, ...changes, value: 50e6 } }],
      () => setting,
    )

  it('is ln(published / predicted) at first sight, of the law that bound it', () => {
    expect(found({})).toEqual([
      {
        ...{ id: point.id, publication: expect.any(String), boundBy: 'processors', law: 'processors' },
        ...{ log: expect.closeTo(-Math.LN2, 9), changes: 0, setting },
      },
    ])
    expect(found({ firstSight: { ...firstSight, changed: ['One law.', 'Another.'] } })[0]?.changes).toBe(2)
    expect(found({ firstSight: { ...firstSight, binding: undefined } })[0]?.law).toBeNull()
  })

  it('counts for the client that limited the figure, unless a law of clients bound the prediction', () => {
    const lawsOf = (clients: 'producers' | 'consumers', binding: FirstSight['binding']) => {
      const limitedByClient = { clients, grade: 'more-clients', reason: 'Two carry twice.' } as const
      const [residual] = found({ limitedByClient, firstSight: { ...firstSight, binding } })
      return [residual?.boundBy, residual?.law]
    }
    expect(lawsOf('producers', 'cpu')).toEqual(['processors', 'producer-client'])
    expect(lawsOf('consumers', 'network-out')).toEqual(['network', 'consumer-client'])
    expect(lawsOf('producers', undefined)).toEqual([null, 'producer-client'])
    expect(lawsOf('producers', 'producer-pipeline')).toEqual(['producer-pipeline', 'producer-pipeline'])
    expect(lawsOf('consumers', 'producer-client')).toEqual(['producer-client', 'producer-client'])
  })

  it('counts for no law of clients if the library of the client is not known', () => {
    const lawOf = (binding: FirstSight['binding'], more: Partial<PublishedPoint> = {}) =>
      found({ unknownLibrary: 'kafka-python', firstSight: { ...firstSight, binding }, ...more })[0]?.law
    expect([lawOf('producer-client'), lawOf('consumer-client')]).toEqual([null, null])
    expect([lawOf('cpu'), lawOf('producer-pipeline')]).toEqual(['processors', 'producer-pipeline'])
    const limitedByClient = { clients: 'producers', grade: 'busy', reason: 'Its processor was full.' } as const
    expect(lawOf('cpu', { limitedByClient })).toBeNull()
  })

  it('is left out of lower bounds, shares, offered loads and figures without a first sight', () => {
    expect(found({}, true)).toEqual([])
    expect(found({ quantity: 'cpuFraction' })).toEqual([])
    expect(found({ firstSight: { ...firstSight, binding: 'offered-load' } })).toEqual([])
    expect(found({ firstSight: undefined })).toEqual([])
    expect(found({ firstSight: { ...firstSight, testsBands: true } })).toEqual([])
    expect(found({ firstSight: { ...firstSight, testedBands: true } })).toHaveLength(1)
  })
})
