/**
 * Forecasts when a growing load reaches the limits of a scenario's deployment.
 */
import { type ForecastQuestion, forecast } from '../../capacity/forecast/compute-forecast.ts'
import { maxForecastYears } from '../../contracts/growth.ts'
import type { Handlers } from '../../contracts/ipc-contract.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { forecastDocument } from '../../presentation/forecast/forecast-document.ts'
import type { ForecastAnswer } from '../../presentation/forecast/forecast-sections.ts'
import { settingSentence } from '../../presentation/sizing/setting-sentence.ts'
import { addMonths, parseDay } from '../../units/calendar-day.ts'
import { deployedOffering } from '../calibration/calibrated-models.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import { writeDocument } from '../reports/write-document.ts'
import type { Resources } from '../resources.ts'
import { explainScenario } from './predict-scenario.ts'

/** Forecasts the growing load of a scenario on its deployment. @throws AppError as `deployedOffering` */
export async function forecastScenario(
  scenario: Scenario,
  question: ForecastQuestion,
  resources: Resources,
): Promise<ForecastAnswer> {
  const offering = await deployedOffering(scenario.deployment, resources)
  const { recommendation } = explainScenario(scenario, offering)
  return {
    forecast: forecast(scenario, offering, question),
    unitName: offering.unitName,
    setting: settingSentence(recommendation, 'forecast'),
  }
}

/** Makes the forecast that the window requested. @throws AppError as `forecastScenario` */
export function makeForecast(
  { scenario, growth, from, to }: Parameters<Handlers['forecast.make']>[0],
  resources: Resources,
): Promise<ForecastAnswer> {
  return forecastScenario(scenario, { rules: growth, ...boundedDays(from, to) }, resources)
}

/** Writes files named `headroom-forecast-NAME…`. @throws AppError as `writeDocument` and `forecastScenario` */
export async function writeForecastReport(
  { scenario, growth, from, to, ...order }: Parameters<Handlers['forecast.report']>[0],
  resources: Resources,
  printPdf: PrintPdf,
): Promise<string[]> {
  const answer = await makeForecast({ scenario, growth, from, to }, resources)
  const json = { headroomVersion: resources.headroomVersion, scenario, forecast: answer.forecast }
  const written = { kind: 'forecast', name: scenario.name, document: forecastDocument(answer), json } as const
  return writeDocument(written, order, printPdf)
}

/**
 * Reads the first and last day of a request. The last day is limited to at most ten years after the first, and is never
 * before it.
 */
function boundedDays(fromText: string, toText: string): Pick<ForecastQuestion, 'from' | 'to'> {
  const from = dayOf(fromText)
  const lastAllowed = addMonths(from, maxForecastYears * 12)
  return { from, to: Math.min(lastAllowed, Math.max(from, dayOf(toText))) }
}

/**
 * Returns the number of a day, whose form the schema has checked. A day that does not exist counts as 1 January 1970.
 */
function dayOf(text: string): number {
  const day = parseDay(text)
  return day.ok ? day.value : 0
}
