/**
 * Starts or resumes a campaign from a terminal, with preview, confirmation, progress and result.
 */
import { errorExitCodes } from '../contracts/app-error.ts'
import type { Campaign } from '../contracts/campaign.ts'
import type { CampaignRequest } from '../contracts/campaign-record.ts'
import type { Secrets } from '../contracts/connection.ts'
import type { EventPayload } from '../contracts/ipc-contract.ts'
import { defaultReportOptions, type ReportFormat } from '../contracts/report-options.ts'
import type { AgentFleet } from '../contracts/run-share.ts'
import { campaignDocument } from '../presentation/campaign/campaign-document.ts'
import { campaignCostBlocks, campaignStepsTable } from '../presentation/campaign/campaign-preview.ts'
import { textWidth, wrapText } from '../presentation/painters/columns.ts'
import { paintTerminal, paintTerminalBlocks } from '../presentation/painters/terminal-painter.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { agentToken } from './agent-options.ts'
import { askToStart, secretResolver } from './before-a-run.ts'
import { type CommandContext, printJson } from './command.ts'
import { findCampaign } from './find-entry.ts'
import { followCampaign } from './follow-campaign.ts'
import { errorText, printedError } from './print-error.ts'
import type { ReadRunOptions } from './read-validation-request.ts'
import { type ReportOutcome, reportFolder, writeReportAfterRun } from './report-command-options.ts'
import { withWorkbench } from './with-workbench.ts'

/**
 * Shows the preview of a campaign, asks for confirmation if it would write to the user's cluster, and runs it.
 * @returns the exit code
 */
export async function startCampaign(
  context: CommandContext,
  runOptions: ReadRunOptions<Campaign>,
  agents: AgentFleet | undefined,
): Promise<number> {
  const { terminal } = context
  const directory = await reportFolder(context.given)
  const { subject: campaign, target, numbers, endpoint, secrets, notes } = runOptions
  for (const note of notes) terminal.err(wrapText(note, textWidth(terminal.columns)))
  const fleet = agents === undefined ? {} : { agents }
  const request: CampaignRequest = { campaign, target, ...numbers, ...endpoint, ...fleet }
  return withSecrets(context, secrets, async (workbench) => {
    const preview = await workbench.handlers['campaign.preview'](request)
    const blocks = [...campaignCostBlocks(preview), campaignStepsTable(preview)]
    terminal.err(paintTerminalBlocks(blocks, terminal.columns))
    if (target.kind === 'connection') await askToStart(context, 'campaign')
    const shownNotes = preview.notes.map(({ text }) => text)
    const begin = () => workbench.handlers['campaign.start'](request)
    const end = await followCampaign(workbench, begin, { terminal, shownNotes })
    return printEnd(context, end, await writeReports(directory, end, workbench))
  })
}

/** Resumes a campaign of the workspace at its current step. @returns the exit code */
export async function resumeCampaign(context: CommandContext, idText: string): Promise<number> {
  const { terminal } = context
  const directory = await reportFolder(context.given)
  return withSecrets(context, {}, async (workbench) => {
    const { id: campaignId } = await findCampaign(workbench, idText)
    const { record } = await workbench.handlers['campaigns.show']({ campaignId })
    if (record.request.target.kind === 'connection') await askToStart(context, 'campaign')
    const begin = () => workbench.handlers['campaign.resume']({ campaignId })
    const end = await followCampaign(workbench, begin, { terminal, shownNotes: [] })
    return printEnd(context, end, await writeReports(directory, end, workbench))
  })
}

function writeReports(
  reportDirectory: string | undefined,
  { campaignId }: EventPayload<'campaign.ended'>,
  workbench: Workbench,
): Promise<ReportOutcome> {
  const formats: ReportFormat[] = ['html', 'json', 'csv']
  return writeReportAfterRun(reportDirectory, (directory) =>
    workbench.handlers['campaign.report']({ campaignId, formats, directory, options: defaultReportOptions }),
  )
}

/** Opens a workbench that finds secrets as `secretResolver` does. @param known secrets of the connection file */
async function withSecrets<T>(
  context: CommandContext,
  known: Secrets,
  work: (workbench: Workbench) => Promise<T>,
): Promise<T> {
  const secrets = { ...known, ...(await agentToken(context.given)) }
  return withWorkbench(context, work, await secretResolver(context, secrets))
}

function printEnd(
  { given, terminal }: CommandContext,
  end: EventPayload<'campaign.ended'>,
  { paths: reports, error: reportError }: ReportOutcome,
): number {
  const { record, summary } = end
  const error = end.error ?? reportError
  if (given.has('json')) {
    const extras = {
      ...(reports.length === 0 ? {} : { reports }),
      ...(error === null ? {} : { error: printedError(error) }),
    }
    printJson(terminal, { ...record, summary, ...extras })
  } else {
    terminal.out(paintTerminal(campaignDocument({ record, summary }), terminal.columns))
    for (const path of reports) terminal.out(`Wrote ${path}\n`)
    if (reports.length === 0) terminal.out(`Report: headroom report campaign ${record.id}\n`)
    if (error !== null) terminal.err(`\n${errorText(error)}`)
  }
  return error === null ? 0 : errorExitCodes[error.code]
}
