/**
 * Writes the report of a prediction, with its forecast and its bill.
 */
import type { Handlers } from '../../contracts/ipc-contract.ts'
import { type Sizing, sizingDocument } from '../../presentation/sizing/sizing-document.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import type { Resources } from '../resources.ts'
import { billJson, billScenario } from '../sizing/bill-scenario.ts'
import { compareScenario, listPricesToday } from '../sizing/compare-scenario.ts'
import { makeForecast } from '../sizing/forecast-scenario.ts'
import { predictScenario } from '../sizing/predict-scenario.ts'
import { writeDocument } from './write-document.ts'

type Order = Parameters<Handlers['sizing.report']>[0]

/**
 * Writes files named `headroom-sizing-NAME…` and returns their paths.
 * @throws AppError as `writeDocument`, `predictScenario`, `makeForecast` and `billScenario`
 */
export async function writeSizingReport(
  { scenario, forecast, costs, ...order }: Order,
  resources: Resources,
  printPdf: PrintPdf,
): Promise<string[]> {
  const sizing = await sizingOf({ scenario, forecast, costs }, resources)
  const { prediction, compared, headroomVersion, billed } = sizing
  const json = {
    ...{ headroomVersion, scenario, prediction, compared },
    forecast: sizing.forecast?.forecast ?? null,
    forecastCosts: sizing.forecast?.costs ?? null,
    bill: billJson(billed.bill),
  }
  const report = { kind: 'sizing', name: scenario.name, document: sizingDocument(sizing), json } as const
  return writeDocument(report, order, printPdf)
}

async function sizingOf(
  { scenario, forecast, costs: given }: Pick<Order, 'scenario' | 'forecast' | 'costs'>,
  resources: Resources,
): Promise<Sizing> {
  const costs = given ?? listPricesToday()
  const explained = await predictScenario(scenario, resources)
  const { offerings: compared } = await compareScenario(scenario, { costs }, resources)
  const { bills, brokenSheets } = await billScenario(scenario, { ...costs, offerings: [], smallest: false }, resources)
  const [bill] = bills
  if (bill === undefined) throw new Error('The deployment of a scenario always has a bill.')
  return {
    ...explained,
    scenario,
    compared,
    headroomVersion: resources.headroomVersion,
    forecast: forecast === undefined ? null : await makeForecast({ scenario, ...forecast, costs }, resources),
    billed: { bill, brokenSheets },
    today: costs.choice.today,
  }
}
