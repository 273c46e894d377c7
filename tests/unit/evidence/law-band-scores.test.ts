import { describe, expect, it } from 'vitest'
import type { LawResidual } from '../../../src/evidence/compute-law-bands.ts'
import { lawBandScoresOf } from '../../../src/evidence/law-band-scores.ts'

const setting = { partitions: 12, recordBytes: 100, brokers: 3, cores: 4 }

function residual(publication: string, log: number): LawResidual {
  return { id: `${publication}-1`, publication, boundBy: 'storage', law: 'storage', log, changes: 0, setting }
}

describe('bands by law, judged without the publication of each figure', () => {
  it('hold a figure like the others and miss one that is far from all', () => {
    const near = [0.1, -0.1, 0.2, -0.2, 0.15].map((log, index) => residual(`near${index}`, log))
    const scores = lawBandScoresOf([...near, residual('far', 5)], [])
    expect(scores).toMatchObject({ publications: 6, byLaw: { figures: 6, inside: 5 }, inPayload: null })
    expect(scores?.laws).toMatchObject([
      { law: 'storage', figures: 6, inside: 5, publications: 6, worst: { id: 'far-1' } },
    ])
    // 5 of 6 is less than 85 %.
    expect(scores?.isRefuted).toBe(true)
    // The one width without it is 0.2 in logarithms: all five that are near.
    expect(scores?.oneWidth).toMatchObject({ figures: 6, inside: 5 })
  })

  it('are not refuted where they hold all and score no worse than one width', () => {
    const alike = Array.from({ length: 8 }, (_, index) => residual(`p${index}`, 1 + (index % 2) / 100))
    const scores = lawBandScoresOf(alike, [])
    expect(scores?.byLaw.inside).toBe(8)
    expect(scores?.byLaw.intervalScore).toBeLessThan(scores?.oneWidth.intervalScore ?? 0)
    expect(scores?.isRefuted).toBe(false)
  })

  it('judge a figure by the law that bound its prediction, whatever law it counts for', () => {
    const others = [0.1, -0.1, 0.2].map((log, index) => residual(`other${index}`, log))
    const limited = { ...residual('limited', -3), law: 'producer-client' } as const
    const scores = lawBandScoresOf([...others, limited], [])
    expect(scores?.laws).toMatchObject([{ law: 'storage', figures: 4, inside: 3, worst: { id: 'limited-1' } }])
    expect(scores?.bands.find(({ law }) => law === 'producer-client')).toMatchObject({ figures: 1 })
  })

  it('are not scored with one publication alone, or where no law is known', () => {
    expect(lawBandScoresOf([residual('one', 0.1)], [])).toBeNull()
    expect(
      lawBandScoresOf(
        [
          { ...residual('one', 0.1), boundBy: null, law: null },
          { ...residual('two', 0.1), boundBy: null, law: null },
        ],
        [],
      ),
    ).toBeNull()
  })
})
