/**
 * Forecasts when a growing load reaches the limits of a scenario's deployment.
 */
import { forecastCosts } from '../../billing/bill-forecast.ts'
import { type ForecastQuestion, forecast } from '../../capacity/forecast/compute-forecast.ts'
import { maxForecastYears } from '../../contracts/growth.ts'
import type { Handlers } from '../../contracts/ipc-contract.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { forecastDocument } from '../../presentation/forecast/forecast-document.ts'
import type { ForecastAnswer } from '../../presentation/forecast/forecast-sections.ts'
import { settingSentence } from '../../presentation/sizing/setting-sentence.ts'
import { addMonths, checkedDay } from '../../units/calendar-day.ts'
import { modelsFor, refuseUnknownTier } from '../calibration/calibrated-models.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import { writeDocument } from '../reports/write-document.ts'
import type { Resources } from '../resources.ts'
import { listPricesToday } from './compare-scenario.ts'
import { findOffering } from './offerings.ts'
import { explainScenario } from './predict-scenario.ts'
import { type Costs, pricedSheets } from './priced-sheets.ts'

/**
 * Forecasts the growing load of a scenario on its deployment, with its costs.
 * @throws AppError as `modelsFor`, `refuseUnknownTier` and `pricedSheets`
 */
export async function forecastScenario(
  scenario: Scenario,
  { costs, ...question }: ForecastQuestion & { readonly costs: Costs },
  resources: Resources,
): Promise<ForecastAnswer> {
  const { deployment } = scenario
  const models = await modelsFor(deployment, resources)
  const offering = findOffering(models, deployment.offering, 'deployment.offering')
  refuseUnknownTier(deployment, offering)
  const { sheets, brokenSheets } = await pricedSheets(costs, models, resources)
  const { recommendation } = explainScenario(scenario, offering)
  const found = forecast(scenario, offering, question)
  return {
    forecast: found,
    unitName: offering.unitName,
    setting: settingSentence(recommendation, 'forecast'),
    costs: forecastCosts(scenario, offering, found, { sheets, choice: costs.choice }),
    brokenSheets,
  }
}

/** A request of the window, or of another report. Without costs: list prices and those of the workspace. */
type GrowthRequest = Omit<Parameters<Handlers['forecast.make']>[0], 'costs'> & { readonly costs?: Costs | undefined }

/** Makes the forecast that the window requested. @throws AppError as `forecastScenario` */
export function makeForecast(
  { scenario, growth, from, to, costs = listPricesToday() }: GrowthRequest,
  resources: Resources,
): Promise<ForecastAnswer> {
  return forecastScenario(scenario, { rules: growth, ...boundedDays(from, to), costs }, resources)
}

/** Writes files named `headroom-forecast-NAME…`. @throws AppError as `writeDocument` and `forecastScenario` */
export async function writeForecastReport(
  { scenario, growth, from, to, costs, ...order }: Parameters<Handlers['forecast.report']>[0],
  resources: Resources,
  printPdf: PrintPdf,
): Promise<string[]> {
  const answer = await makeForecast({ scenario, growth, from, to, costs }, resources)
  const json = {
    headroomVersion: resources.headroomVersion,
    scenario,
    forecast: answer.forecast,
    costs: answer.costs,
  }
  const written = { kind: 'forecast', name: scenario.name, document: forecastDocument(answer), json } as const
  return writeDocument(written, order, printPdf)
}

/**
 * Reads the first and last day of a request. The last day is limited to at most ten years after the first, and is never
 * before it.
 */
function boundedDays(fromText: string, toText: string): Pick<ForecastQuestion, 'from' | 'to'> {
  const from = checkedDay(fromText)
  const lastAllowed = addMonths(from, maxForecastYears * 12)
  return { from, to: Math.min(lastAllowed, Math.max(from, checkedDay(toText))) }
}
