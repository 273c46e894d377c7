/**
 * `headroom forecast` shows when a growing load reaches the limits, and what to buy and create by when.
 */
import { defaultReportOptions } from '../../contracts/report-options.ts'
import { forecastDocument } from '../../presentation/forecast/forecast-document.ts'
import { paintTerminal } from '../../presentation/painters/terminal-painter.ts'
import { forecastScenario } from '../../workbench/sizing/forecast-scenario.ts'
import { type Command, type CommandContext, modelsOptions, printJson } from '../command.ts'
import { forecastOptions, termsOf } from '../forecast-options.ts'
import { reportFolder } from '../report-command-options.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { resourcesOf, withWorkbench } from '../with-workbench.ts'

export const forecastCommand: Command = {
  spec: {
    name: 'forecast',
    summary: 'Show when a growing load reaches the limits, and which size to buy by when.',
    parameters: ['SCENARIO'],
    options: {
      ...forecastOptions,
      report: { value: 'DIR', text: 'Write the report there, as HTML, Markdown and JSON.' },
      ...modelsOptions,
      ...scenarioOptions,
    },
    examples: [
      'headroom forecast examples/payments.headroom.json --growth 20%/year',
      'headroom forecast examples/first.headroom.json --growth 10%..40%/year --growth "x2 from 11-20 to 12-31" --horizon 5y',
      'headroom forecast cluster.headroom.json --growth-from last --report report',
    ],
  },
  run: forecastOnce,
}

async function forecastOnce(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const scenario = await scenarioOf(given.parameters[0] ?? '', given)
  const terms = await termsOf(scenario, context)
  const directory = await reportFolder(given)
  const answer = await forecastScenario(scenario, terms, resourcesOf(context))
  const { growth, from, to } = answer.forecast
  const options = defaultReportOptions
  const order = { scenario, growth, from, to, formats: ['html', 'md', 'json'] as const, options }
  const { paths } =
    directory === undefined
      ? { paths: [] }
      : await withWorkbench(context, ({ handlers }) =>
          handlers['forecast.report']({ ...order, formats: [...order.formats], directory }),
        )
  if (given.has('json')) printJson(terminal, { ...answer.forecast, paths })
  else {
    terminal.out(paintTerminal(forecastDocument(answer), terminal.columns))
    for (const path of paths) terminal.out(`Wrote ${path}\n`)
  }
  return 0
}
