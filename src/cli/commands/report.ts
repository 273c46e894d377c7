/**
 * `headroom report` writes the report of a run.
 */
import { runReportFormat } from '../../contracts/report-options.ts'
import { type Command, printJson, workspaceOptions } from '../command.ts'
import { findRun } from '../find-entry.ts'
import { readAll } from '../read-all.ts'
import { reportReads, reportRequestOf, sharedReportOptions } from '../report-command-options.ts'
import { withWorkbench } from '../with-workbench.ts'

export const reportCommand: Command = {
  spec: {
    name: 'report',
    summary: 'Write the report of a run.',
    parameters: ['RUN'],
    options: {
      format: { value: 'FORMATS', text: `${runReportFormat.options.join(', ')}, separated by commas (default: html).` },
      ...sharedReportOptions,
      redact: { text: 'Remove host names and addresses, also from JSON. Secrets are never included.' },
      ...workspaceOptions,
    },
    examples: [
      'headroom report last',
      'headroom report last --format pdf,json --out report --company "Example Ltd" --redact',
      'headroom report last --format openmessaging,hdr,prometheus --out for-others',
    ],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const idText = given.parameters[0] ?? ''
      const [formats, paper, company, directory, { id }] = await readAll([
        ...reportReads(given, runReportFormat.options),
        [`RUN ${idText}`, () => findRun(workbench, idText)] as const,
      ])
      const request = reportRequestOf(given, { formats, paper, company, directory })
      const { paths } = await workbench.handlers['report.write']({ runId: id, ...request })
      if (given.has('json')) printJson(terminal, { runId: id, paths })
      else terminal.out(paths.map((path) => `Wrote ${path}\n`).join(''))
      return 0
    }),
}
