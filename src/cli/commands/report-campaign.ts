/**
 * `headroom report campaign`: a campaign as files for others.
 */
import { reportFormat } from '../../contracts/report-options.ts'
import { type Command, printJson, workspaceOptions } from '../command.ts'
import { findCampaign } from '../meant-entry.ts'
import { outputFolder, readFormats, reportOptionsOf, sharedReportOptions } from '../report-options.ts'
import { withWorkbench } from '../with-workbench.ts'

export const reportCampaignCommand: Command = {
  spec: {
    name: 'report campaign',
    summary: 'Write the report of a campaign: each step beside its prediction, and the chart of both.',
    parameters: ['CAMPAIGN'],
    options: {
      format: { value: 'FORMATS', text: `Of ${reportFormat.options.join(', ')}, with commas (default: html).` },
      ...sharedReportOptions,
      redact: { text: 'Leave host names and addresses out, of the JSON too. Secrets are never in.' },
      ...workspaceOptions,
    },
    examples: ['headroom report campaign last --format html,csv --out report'],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const formats = readFormats(given.text('format') ?? 'html', reportFormat.options)
      const options = reportOptionsOf(given)
      const directory = await outputFolder(given)
      const { id: campaignId } = await findCampaign(workbench, given.parameters[0] ?? '')
      const request = { campaignId, formats, directory, options }
      const { paths } = await workbench.handlers['campaign.report'](request)
      if (given.has('json')) printJson(terminal, { campaignId, paths })
      else terminal.out(paths.map((path) => `Wrote ${path}\n`).join(''))
      return 0
    }),
}
