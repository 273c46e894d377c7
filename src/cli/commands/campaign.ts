/**
 * `headroom campaign`: a rate ladder, a saturation search or a sweep, one run after another.
 */
import { resolve } from 'node:path'
import { AppError, errorExitCodes } from '../../contracts/app-error.ts'
import type { CampaignRequest } from '../../contracts/campaign-record.ts'
import type { Secrets } from '../../contracts/connection.ts'
import { defaultReportOptions, type EventPayload } from '../../contracts/ipc-contract.ts'
import { readCampaign } from '../../workbench/campaigns/read-campaign.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import { askToStart, secretResolver } from '../before-a-run.ts'
import { campaignPreviewText, campaignText } from '../campaign-text.ts'
import { type Command, type CommandContext, printJson, workspaceOptions } from '../command.ts'
import { followCampaign } from '../follow-campaign.ts'
import { textWidth } from '../prediction-text.ts'
import { errorText } from '../print-error.ts'
import { wrapText } from '../terminal/columns.ts'
import { readRunOptions } from '../validation-request.ts'
import { withWorkbench } from '../with-workbench.ts'

/** Options that a resumed campaign has from its beginning. */
const settledOptions = ['target', 'scale', 'duration', 'quota-window-seconds'] as const

const oneOfBoth = new AppError('USAGE', 'headroom campaign takes either a FILE or --resume ID.', {
  remedy: 'Begin one with: headroom campaign examples/first-ladder.campaign.json',
})

export const campaignCommand: Command = {
  spec: {
    name: 'campaign',
    summary: 'Run a campaign: a rate ladder, a saturation search or a sweep.',
    parameters: ['[FILE]'],
    options: {
      target: {
        value: 'TARGET',
        text: 'embedded (default), embedded:kafka, embedded:simulated, or the file of a connection.',
      },
      scale: { value: 'F', text: 'One factor on rates and byte limits for all steps (default: a trial finds one).' },
      duration: { value: 'TIME', text: 'Length of each run’s load, like 110s (default: ten quota windows).' },
      resume: { value: 'ID', text: 'Go on with a campaign of the workspace at the step it was in, instead of FILE.' },
      report: { value: 'DIR', text: 'Write the report there when the campaign has ended: html, json and csv.' },
      yes: { text: 'Do not ask before writing to a cluster.' },
      'quota-window-seconds': { value: 'N', text: 'Quota window of embedded:kafka (default: 11).' },
      'secrets-file': { value: 'FILE', text: 'Values of the secrets that a connection names, as {"name": "value"}.' },
      ...workspaceOptions,
    },
    examples: [
      'headroom campaign examples/first-ladder.campaign.json --target embedded:kafka --scale 0.1 --report report',
      'headroom campaign --resume 20261121-054343-k3f9',
    ],
  },
  run: (context) => {
    const id = context.given.text('resume')
    if ((id === undefined) === (context.given.parameters[0] === undefined)) throw oneOfBoth
    return id === undefined ? startCampaign(context) : resumeCampaign(context, id)
  },
}

async function startCampaign(context: CommandContext): Promise<number> {
  const { given, terminal } = context
  const read = await readRunOptions(given, { command: 'campaign', readFile: readCampaign })
  const { subject: campaign, target, numbers, secrets, notes } = read
  for (const note of notes) terminal.err(wrapText(note, textWidth(terminal.columns)))
  const request: CampaignRequest = { campaign, target, ...numbers }
  return withSecrets(context, secrets, async (workbench) => {
    terminal.err(campaignPreviewText(await workbench.handlers['campaign.preview'](request), terminal.columns))
    if (target.kind === 'connection') await askToStart(context, 'campaign')
    const end = await followCampaign(workbench, () => workbench.handlers['campaign.start'](request), terminal)
    return printEnd(context, end, await writeReports(context, end, workbench))
  })
}

async function resumeCampaign(context: CommandContext, campaignId: string): Promise<number> {
  const { given, terminal } = context
  const problems = settledOptions
    .filter((option) => given.has(option))
    .map((option) => ({ place: `--${option}`, message: 'a campaign that is resumed keeps what it began with' }))
  if (problems.length > 0) {
    throw new AppError('USAGE', 'These options cannot be changed now.', { problems, remedy: 'Leave them out.' })
  }
  return withSecrets(context, {}, async (workbench) => {
    const { record } = await workbench.handlers['campaigns.show']({ campaignId })
    if (record.request.target.kind === 'connection') await askToStart(context, 'campaign')
    const end = await followCampaign(workbench, () => workbench.handlers['campaign.resume']({ campaignId }), terminal)
    return printEnd(context, end, await writeReports(context, end, workbench))
  })
}

async function writeReports(
  { given }: CommandContext,
  { campaignId }: EventPayload<'campaign.ended'>,
  workbench: Workbench,
): Promise<string[]> {
  const directory = given.text('report')
  if (directory === undefined) return []
  const { paths } = await workbench.handlers['campaign.report']({
    campaignId,
    formats: ['html', 'json', 'csv'],
    directory: resolve(directory),
    options: defaultReportOptions,
  })
  return paths
}

async function withSecrets<T>(
  context: CommandContext,
  held: Secrets,
  work: (workbench: Workbench) => Promise<T>,
): Promise<T> {
  return withWorkbench(context, work, await secretResolver(context, held))
}

function printEnd(
  { given, terminal }: CommandContext,
  end: EventPayload<'campaign.ended'>,
  reports: readonly string[],
): number {
  const { record, summary, error } = end
  if (given.has('json')) {
    const extras = { ...(reports.length === 0 ? {} : { reports }), ...(error === null ? {} : { error }) }
    printJson(terminal, { ...record, summary, ...extras })
  } else {
    terminal.out(campaignText(record, summary, terminal.columns))
    for (const path of reports) terminal.out(`Wrote ${path}\n`)
    if (reports.length === 0) terminal.out(`Report: headroom report campaign ${record.id}\n`)
    if (error !== null) terminal.err(`\n${errorText(error)}`)
  }
  return error === null ? 0 : errorExitCodes[error.code]
}
