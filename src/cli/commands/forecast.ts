/**
 * `headroom forecast` shows when a growing load reaches the limits, what to buy and create by when, and what that costs.
 */
import { defaultReportOptions } from '../../contracts/report-options.ts'
import { forecastDocument } from '../../presentation/forecast/forecast-document.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { forecastScenario } from '../../workbench/sizing/forecast-scenario.ts'
import { billOptions } from '../bill-options.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { forecastOptions, termsOf } from '../forecast-options.ts'
import { readAll } from '../read-all.ts'
import { reportFolder } from '../report-command-options.ts'
import { sheetsOf, typedCostsOf } from '../report-costs.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { resourcesOf, withWorkbench } from '../with-workbench.ts'

export const forecastCommand: Command = {
  spec: {
    name: 'forecast',
    summary: 'Show when a growing load reaches the limits, and which size to buy by when.',
    parameters: ['SCENARIO'],
    options: {
      ...forecastOptions,
      ...billOptions,
      report: { value: 'DIR', text: 'Write the report there, as HTML, Markdown and JSON.' },
      ...modelsOptions,
      ...scenarioOptions,
    },
    examples: [
      'headroom forecast examples/payments.headroom.json --growth 20%/year',
      'headroom forecast examples/first.headroom.json --growth 10%..40%/year --growth "x2 from 11-20 to 12-31" --horizon 5y',
      'headroom forecast examples/first.headroom.json --growth 20%/year --price confluent-cloud-dedicated=2.5USD/h',
      'headroom forecast cluster.headroom.json --growth-from last --report report',
    ],
  },
  run: forecastOnce,
}

async function forecastOnce(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const path = given.parameters[0] ?? ''
  const [scenario, typed, sheets] = await readAll([
    [path, () => scenarioOf(path, given)] as const,
    ['', () => typedCostsOf(given, 'forecast')] as const,
    ['', () => sheetsOf(context)] as const,
  ])
  const costs = { ...typed, sheets }
  const terms = await termsOf(scenario, context)
  const directory = await reportFolder(given)
  const answer = await forecastScenario(scenario, { ...terms, costs }, resourcesOf(context))
  const { growth, from, to } = answer.forecast
  const options = defaultReportOptions
  const order = { scenario, growth, from, to, costs, formats: ['html', 'md', 'json'] as const, options }
  const { paths } =
    directory === undefined
      ? { paths: [] }
      : await withWorkbench(context, ({ handlers }) =>
          handlers['forecast.report']({ ...order, formats: [...order.formats], directory }),
        )
  if (given.has('json')) printJson(terminal, { ...answer.forecast, costs: answer.costs, paths })
  else {
    terminal.out(paintTerminal(forecastDocument(answer), terminal.columns))
    for (const path of paths) terminal.out(`Wrote ${path}\n`)
  }
  return 0
}
