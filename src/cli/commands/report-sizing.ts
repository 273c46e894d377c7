/**
 * `headroom report sizing` writes the report of a prediction without a run.
 */
import { documentFormat } from '../../contracts/report-options.ts'
import { type Command, modelsOptions, printJson } from '../command.ts'
import { outputFolder, readFormats, reportOptionsOf, sharedReportOptions } from '../report-options.ts'
import { scenarioOf, scenarioOptions } from '../scenario-input.ts'
import { withWorkbench } from '../with-workbench.ts'

export const reportSizingCommand: Command = {
  spec: {
    name: 'report sizing',
    summary: 'Write the report of a prediction, before any run.',
    parameters: ['SCENARIO'],
    options: {
      format: { value: 'FORMATS', text: `${documentFormat.options.join(', ')}, separated by commas (default: html).` },
      ...sharedReportOptions,
      ...modelsOptions,
      ...scenarioOptions,
    },
    examples: ['headroom report sizing examples/first.headroom.json --format pdf,json --out report'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const formats = readFormats(given.text('format') ?? 'html', documentFormat.options)
      const options = reportOptionsOf(given)
      const scenario = await scenarioOf(given.parameters[0] ?? '', given)
      const request = { scenario, formats, directory: await outputFolder(given), options }
      const { paths } = await workbench.handlers['sizing.report'](request)
      if (given.has('json')) printJson(terminal, { paths })
      else terminal.out(paths.map((path) => `Wrote ${path}\n`).join(''))
      return 0
    }),
}
