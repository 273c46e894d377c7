import { describe, expect, it } from 'vitest'
import { billOf } from '../../../../src/billing/compute-bill.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { recommendScenario } from '../../../../src/planning/recommended-scenario.ts'
import { predictionDocument } from '../../../../src/presentation/sizing/explained-document.ts'
import { wordRecommendation } from '../../../../src/presentation/sizing/recommendation.ts'
import { cliffSections } from '../../../../src/presentation/sizing/recommendation-sections.ts'
import { sizingDocument } from '../../../../src/presentation/sizing/sizing-document.ts'
import { publishedPrices, today } from '../../billing/shipped-prices.ts'
import { dedicated, smallScenario } from '../../capacity/known-files.ts'

/** Of 6,000 partitions on 2 CKUs of 2020 nearly all are taken. */
const nearlyFull = smallScenario({ topic: { partitions: 5_600 } })

describe('what changes just above the load', () => {
  const prediction = predict(nearlyFull, dedicated)
  const sized = { prediction, unitName: dedicated.unitName, noSize: null }

  it('is a section of sentences, the same in the terminal and in the sizing report', () => {
    const [section, ...others] = cliffSections(prediction)
    expect(others).toEqual([])
    expect(JSON.stringify(section?.blocks)).toContain('as many partitions the workload is refused')
    const recommended = recommendScenario(nearlyFull, dedicated)
    const { smallerSizes } = recommended
    const recommendation = wordRecommendation({ ...sized, scenario: nearlyFull, recommended })
    const terminal = predictionDocument({ ...sized, bursts: [], clientHosts: '', recommendation }, today)
    const report = sizingDocument({
      ...{ ...sized, scenario: nearlyFull, compared: [], headroomVersion: '0', recommendation, smallerSizes },
      forecast: null,
      today,
      billed: {
        bill: {
          ...billOf(nearlyFull, dedicated, publishedPrices, { today }),
          carriesPeak: true,
          sizeNote: 'It is nearly full.',
          chanceMet: null,
        },
        brokenSheets: [],
      },
    })
    const costs = report.sections.find(({ id }) => id === 'costs')
    expect(JSON.stringify(costs?.blocks)).toContain('It is nearly full.')
    for (const document of [terminal, report]) expect(document.sections).toContainEqual(section)
  })

  it('is left out where nothing changes by a step', () => {
    const plain = predict(smallScenario({}), dedicated)
    expect(plain.cliffs).toEqual([])
    expect(cliffSections(plain)).toEqual([])
  })
})
