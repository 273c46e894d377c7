import { forecastCosts } from '../../../../src/billing/bill-forecast.ts'
import { type ForecastQuestion, forecast } from '../../../../src/capacity/forecast/compute-forecast.ts'
import type { Offering } from '../../../../src/contracts/offering.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import type { ForecastAnswer } from '../../../../src/presentation/forecast/forecast-sections.ts'
import { publishedPrices, today } from '../../billing/shipped-prices.ts'

/** A forecast with its costs at list prices, as the workbench answers it. */
export function forecastAnswer(scenario: Scenario, offering: Offering, question: ForecastQuestion): ForecastAnswer {
  const found = forecast(scenario, offering, question)
  return {
    forecast: found,
    unitName: offering.unitName,
    setting: '',
    costs: forecastCosts(scenario, offering, found, { sheets: publishedPrices, choice: { today } }),
    brokenSheets: [],
  }
}
