import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { growRecommendation } from '../../../src/planning/grown-recommendation.ts'
import { recommendScenario } from '../../../src/planning/recommended-scenario.ts'
import { wordGrowth } from '../../../src/presentation/sizing/recommended-growth.ts'
import { dedicated, first, smallScenario, withPartitions } from '../capacity/known-files.ts'

type Grown = { readonly growthPerYear: number; readonly years: number }

function grownOf(scenario: typeof first, growth: Grown) {
  return growRecommendation(recommendScenario(scenario, dedicated), { scenario, offering: dedicated, growth })
}

function sentenceOf(scenario: typeof first, growth: Grown) {
  const grown = grownOf(scenario, growth)
  return grown === null ? null : wordGrowth(grown, growth, dedicated)
}

describe('a recommendation while the load grows', () => {
  it('holds until its size would be too small: 72.9 MB/s of 2 x 60 x 80 % = 96 is 1.317 times, 1.51 years at 20 %', () => {
    const growth = { growthPerYear: 0.2, years: 1 }
    const grown = grownOf(first, growth)
    expect(grown?.after).toBeNull()
    const days = grown?.holdsForDays ?? Number.NaN
    const sizeAfter = (day: number) => predict(scaleScenario(first, 1.2 ** (day / 365.25)), dedicated).smallest?.size
    expect([sizeAfter(days), sizeAfter(days + 1)]).toEqual([2, 3])
    expect(sentenceOf(first, growth)).toEqual({
      sentence:
        'Size and partitions are for today’s load. With 20 % growth a year the load stays within the target for 18 months.',
      change: null,
      period: '1 year',
    })
  })

  it('is followed by what the load needs after more years, with what Apply then sets', () => {
    const growth = { growthPerYear: 0.2, years: 3 }
    const worded = sentenceOf(first, growth)
    expect(worded?.sentence).toMatch(
      /stays within the target for 18 months\. After 3 years: 3 CKUs are enough.* Forecast has the partitions for the growth\.$/,
    )
    expect(worded?.change).toMatchObject({ changes: [], smallest: { size: 3 } })
  })

  it('counts the partitions that it makes for today’s load, which larger sizes do not raise', () => {
    const scenario = withPartitions(first, 2)
    const growth = { growthPerYear: 0.2, years: 1 }
    const now = recommendScenario(scenario, dedicated)
    const grown = grownOf(scenario, growth)
    const partitionsOf = (changes: typeof now.changes = []) =>
      Number(changes.find(({ path }) => path.endsWith('.partitions'))?.value)
    // Eight partitions of 12 MB/s take 76.8 MB/s at 80 %, a twentieth more than today's load.
    expect(grown?.holdsForDays).toBeLessThan(120)
    expect([partitionsOf(now.changes), partitionsOf(grown?.after?.changes)]).toEqual([8, 10])
  })

  it('that holds for ten years says so, and there is none where no size is enough today', () => {
    const small = smallScenario({ producer: { peakRecordsPerSec: 10 } })
    expect(sentenceOf(small, { growthPerYear: 0.01, years: 1 })?.sentence).toContain(
      'stays within the target for ten years and more.',
    )
    const hot = smallScenario({
      producer: { peakRecordsPerSec: 60_000, recordKeyBytes: 8, keys: { kind: 'uniform', distinct: 1 } },
    })
    expect(grownOf(hot, { growthPerYear: 0.2, years: 1 })).toBeNull()
  })

  it('says short times in days', () => {
    const recommended = recommendScenario(first, dedicated)
    const asked = { scenario: first, offering: dedicated, growth: { growthPerYear: 9, years: 1 } }
    const grown = growRecommendation(recommended, asked)
    if (grown === null) throw new Error('no size is enough')
    expect(wordGrowth(grown, asked.growth, dedicated).sentence).toContain('within the target for 43 days.')
  })
})
