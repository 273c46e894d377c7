/**
 * `headroom report sizing` writes the report of a prediction without a run, with its bill and, if growth is given, its
 * forecast.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { documentFormat } from '../../contracts/report-options.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { formatDay } from '../../units/calendar-day.ts'
import { loadModels } from '../../workbench/sizing/offerings.ts'
import { readPriceSheet } from '../../workbench/sizing/price-sheets.ts'
import { billChoiceOf, billOptions } from '../bill-options.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { forecastOptions, termsOf } from '../forecast-options.ts'
import { unitPricesOf } from '../price-option.ts'
import { outputFolder, readFormats, reportOptionsOf, sharedReportOptions } from '../report-command-options.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { refuseProblems, usageError } from '../usage-error.ts'
import { resourcesOf, withWorkbench } from '../with-workbench.ts'

export const reportSizingCommand: Command = {
  spec: {
    name: 'report sizing',
    summary: 'Write the report of a prediction, before any run.',
    parameters: ['SCENARIO'],
    options: {
      format: { value: 'FORMATS', text: `${documentFormat.options.join(', ')}, separated by commas (default: html).` },
      ...sharedReportOptions,
      ...forecastOptions,
      ...billOptions,
      ...modelsOptions,
      ...scenarioOptions,
    },
    examples: [
      'headroom report sizing examples/first.headroom.json --format pdf,json --out report',
      'headroom report sizing examples/payments.headroom.json --growth 20%/year --region us-east-1',
    ],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const formats = readFormats(given.text('format') ?? 'html', documentFormat.options)
      const options = reportOptionsOf(given)
      const scenario = await scenarioOf(given.parameters[0] ?? '', given)
      const costs = await costsOf(context)
      const forecast = await growthOf(scenario, context)
      const directory = await outputFolder(given)
      const request = { scenario, formats, directory, options, costs, ...(forecast === null ? {} : { forecast }) }
      const { paths } = await workbench.handlers['sizing.report'](request)
      if (given.has('json')) printJson(terminal, { paths })
      else terminal.out(paths.map((path) => `Wrote ${path}\n`).join(''))
      return 0
    }),
}

/** Reads the prices and choices for bills. @throws AppError USAGE, and as `readPriceSheet` */
async function costsOf(context: CommandContext) {
  const { given } = context
  const problems: Problem[] = []
  const choice = billChoiceOf(given, problems)
  const prices = unitPricesOf(given, problems)
  refuseProblems('report sizing', problems)
  const paths = given.texts('prices')
  if (paths.length === 0) return { choice, prices, sheets: [] }
  const models = await loadModels(resourcesOf(context))
  return { choice, prices, sheets: await Promise.all(paths.map((path) => readPriceSheet(path, models))) }
}

/**
 * Reads the growth of the load; null if neither growth nor an observation is given. @throws AppError USAGE, and as
 * `termsOf`
 */
async function growthOf(scenario: Scenario, context: CommandContext) {
  const { given } = context
  if (given.has('growth') || given.has('growth-from')) {
    const { rules, from, to } = await termsOf(scenario, context, 'report sizing')
    return { growth: [...rules], from: formatDay(from), to: formatDay(to) }
  }
  const alone = (['horizon', 'from'] as const).filter((option) => given.has(option))
  if (alone.length === 0) return null
  throw usageError(
    'report sizing',
    alone.map((option) => ({ place: `--${option}`, message: 'needs --growth or --growth-from' })),
  )
}
