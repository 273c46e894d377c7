/**
 * `headroom report calibration` writes the report of a calibration, which shows what it changed, why, and the errors
 * before and after.
 */
import { documentFormat } from '../../contracts/report-options.ts'
import { type Command, printJson, workspaceOptions } from '../command.ts'
import { readAll } from '../read-all.ts'
import { reportReads, reportRequestOf, sharedReportOptions } from '../report-command-options.ts'
import { withWorkbench } from '../with-workbench.ts'

export const reportCalibrationCommand: Command = {
  spec: {
    name: 'report calibration',
    summary: 'Write the report of a calibration: errors before and after on a chart, which parameters moved, and why.',
    parameters: ['NAME'],
    options: {
      format: { value: 'FORMATS', text: `${documentFormat.options.join(', ')}, separated by commas (default: html).` },
      ...sharedReportOptions,
      ...workspaceOptions,
    },
    examples: ['headroom report calibration staging --format pdf,json --out report'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const name = given.parameters[0] ?? ''
      const [formats, paper, company, directory] = await readAll(reportReads(given, documentFormat.options))
      const request = reportRequestOf(given, { formats, paper, company, directory })
      const { paths } = await workbench.handlers['calibration.report']({ name, ...request })
      if (given.has('json')) printJson(terminal, { name, paths })
      else terminal.out(paths.map((path) => `Wrote ${path}\n`).join(''))
      return 0
    }),
}
