/**
 * `headroom report sizing` writes the report of a prediction without a run, with its bill and, if growth is given, its
 * forecast.
 */
import { documentFormat } from '../../contracts/report-options.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { formatDay } from '../../units/calendar-day.ts'
import { billOptions } from '../bill-options.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { forecastOptions, termsOf } from '../forecast-options.ts'
import { readAll } from '../read-all.ts'
import { reportReads, reportRequestOf, sharedReportOptions } from '../report-command-options.ts'
import { sheetsOf, typedCostsOf } from '../report-costs.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { usageError } from '../usage-error.ts'
import { withWorkbench } from '../with-workbench.ts'

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
      const path = given.parameters[0] ?? ''
      const [formats, paper, company, directory, scenario, costs] = await readAll([
        ...reportReads(given, documentFormat.options),
        [path, () => scenarioOf(path, given)] as const,
        ['', () => typedCostsOf(given, 'report sizing')] as const,
      ])
      const sheets = await sheetsOf(context)
      const request = reportRequestOf(given, { formats, paper, company, directory })
      const forecast = await growthOf(scenario, context)
      const terms = forecast === null ? {} : { forecast }
      const { paths } = await workbench.handlers['sizing.report']({
        ...{ scenario, costs: { ...costs, sheets }, ...request, ...terms },
      })
      if (given.has('json')) printJson(terminal, { paths })
      else terminal.out(paths.map((path) => `Wrote ${path}\n`).join(''))
      return 0
    }),
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
