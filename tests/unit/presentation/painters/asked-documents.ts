/**
 * Documents of answers that have to be asked for: forecasts, costs over the load, several workloads on one cluster, and
 * what else a prediction can say. For tests of painters.
 */
import { costOverLoad } from '../../../../src/billing/compute-cost-over-load.ts'
import { checkShares } from '../../../../src/capacity/check-shares.ts'
import type { ForecastQuestion } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { mixWorkloads } from '../../../../src/capacity/mixture/mixture.ts'
import { predictMixture } from '../../../../src/capacity/mixture/predict-mixture.ts'
import type { Offering } from '../../../../src/contracts/offering.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { nextMeasurement } from '../../../../src/planning/next-measurement.ts'
import { recommendScenario } from '../../../../src/planning/recommended-scenario.ts'
import { costOverLoadDocument } from '../../../../src/presentation/billing/cost-over-load-document.ts'
import type { Document } from '../../../../src/presentation/document.ts'
import { forecastDocument } from '../../../../src/presentation/forecast/forecast-document.ts'
import { predictionDocument } from '../../../../src/presentation/sizing/explained-document.ts'
import { mixtureSections } from '../../../../src/presentation/sizing/mixture-sections.ts'
import { nextSection } from '../../../../src/presentation/sizing/next-section.ts'
import { wordRecommendation } from '../../../../src/presentation/sizing/recommendation.ts'
import { shareCheckSection } from '../../../../src/presentation/sizing/share-check-sentences.ts'
import { smallerSizeSections } from '../../../../src/presentation/sizing/smaller-size-section.ts'
import { publishedPrices, today } from '../../billing/shipped-prices.ts'
import { exampleScenario, first, shippedOffering } from '../../capacity/known-files.ts'
import { forecastAnswer } from '../forecast/known-forecast.ts'

const dedicated = shippedOffering('confluent-cloud-dedicated')
const scenarioWords = ['orders.headroom.json']

/** A prediction with what can be asked besides: several workloads, a smaller size, the next measurement, a check. */
function askedDocument(): Document {
  const mixture = mixWorkloads([first, { ...first, name: 'Clicks' }])
  const { prediction, ...parts } = predictMixture(mixture, dedicated)
  const recommended = recommendScenario(first, dedicated)
  const given = { words: scenarioWords, offering: dedicated.id }
  const sized = { prediction, unitName: dedicated.unitName, noSize: null }
  return predictionDocument(
    {
      ...sized,
      bursts: [],
      clientHosts: '',
      recommendation: wordRecommendation({ ...sized, scenario: mixture.scenario, recommended }),
      mixture: mixtureSections(
        { ...parts, renamed: mixture.renamed, notModelled: ['Peaks coincide.'] },
        { prediction, smallest: prediction.smallest, unitName: dedicated.unitName },
      ),
      smaller: smallerSizeSections(recommended.smallerSizes, { scenario: first, unitName: dedicated.unitName, given }),
      next: nextSection(
        nextMeasurement(exampleScenario('banzai-flat-out'), shippedOffering('apache-kafka-on-hosts')),
        given,
      ),
      check: shareCheckSection(checkShares(prediction, 0.8), prediction),
    },
    today,
  )
}

function costsDocument(scenario: Scenario, offerings: readonly Offering[]): Document {
  const targetUtilisation = 0.8
  const costs = costOverLoad(scenario, offerings, {
    sheets: publishedPrices,
    choice: { today },
    targetUtilisation,
    factors: [0.25, 1, 4],
  })
  return costOverLoadDocument({ ...costs, scenarioName: scenario.name, targetUtilisation })
}

/** The documents, by what they answer. `growth` is the question of the forecast. */
export function askedDocuments(growth: ForecastQuestion): readonly (readonly [string, Document])[] {
  return [
    ['a forecast', forecastDocument(forecastAnswer(first, dedicated, growth))],
    ['costs over the load', costsDocument(first, [dedicated, shippedOffering('aws-msk-serverless')])],
    ['a prediction of several workloads, with all that can be asked', askedDocument()],
  ]
}
