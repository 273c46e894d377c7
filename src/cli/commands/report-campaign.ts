/**
 * `headroom report campaign` writes the report of a campaign.
 */
import { resolve } from 'node:path'
import { reportFormat } from '../../contracts/report-options.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { type Command, printJson, workspaceOptions } from '../command.ts'
import { findCampaign } from '../find-entry.ts'
import { readAll } from '../read-all.ts'
import { reportReads, reportRequestOf, sharedReportOptions } from '../report-command-options.ts'
import { withWorkbench } from '../with-workbench.ts'

export const reportCampaignCommand: Command = {
  spec: {
    name: 'report campaign',
    summary: 'Write the report of a campaign: each step beside its prediction, and the chart of both.',
    parameters: ['CAMPAIGN'],
    options: {
      format: { value: 'FORMATS', text: `${reportFormat.options.join(', ')}, separated by commas (default: html).` },
      ...sharedReportOptions,
      redact: { text: 'Remove host names and addresses, also from JSON. Secrets are never included.' },
      ...workspaceOptions,
    },
    examples: [
      'headroom report campaign last --format html,csv --out report',
      'headroom report campaign docs/benchmarks/banzai-flat-out/all-rows-30-s.json.gz --out report',
    ],
  },
  run: (context) =>
    withWorkbench(context, async (workbench) => {
      const { given, terminal } = context
      const [formats, paper, company, directory] = await readAll(reportReads(given, reportFormat.options))
      const request = reportRequestOf(given, { formats, paper, company, directory })
      const { campaignId, paths } = await writeReport(workbench, given.parameters[0] ?? '', request)
      if (given.has('json')) printJson(terminal, { campaignId, paths })
      else terminal.out(paths.map((path) => `Wrote ${path}\n`).join(''))
      return 0
    }),
}

type ReportInput = Omit<Parameters<Workbench['handlers']['campaign.report']>[0], 'campaignId'>

/**
 * Writes the report of a campaign in the workspace, or of the record in a file. A path has a separator, or ends in .json
 * or .json.gz.
 */
async function writeReport(workbench: Workbench, idOrPath: string, input: ReportInput) {
  if (/[\\/]|\.json(\.gz)?$/.test(idOrPath)) {
    return workbench.handlers['campaign.report-file']({ path: resolve(idOrPath), ...input })
  }
  const { id: campaignId } = await findCampaign(workbench, idOrPath)
  return { campaignId, ...(await workbench.handlers['campaign.report']({ campaignId, ...input })) }
}
