/**
 * Campaigns as text: what one will do, and what one found.
 */
import type { StepNotRun } from '../contracts/campaign.ts'
import { campaignCostText } from '../contracts/campaign-cost.ts'
import { campaignNoteTexts } from '../contracts/campaign-notes.ts'
import type {
  CampaignListEntry,
  CampaignPreview,
  CampaignRecord,
  CampaignSummary,
} from '../contracts/campaign-record.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import { benchmarkText } from './benchmark-text.ts'

/** More steps than this are not listed before the start. */
const mostStepsListed = 40

/** More reasons than these are counted; the JSON has all. */
const mostReasons = 12

/** More notes than these are counted; each run tells its own again. */
const mostNotesListed = 8

/** What a campaign will do, write and take. */
export function campaignPreviewText(preview: CampaignPreview, columns: number): string {
  const { target, steps, runs, isAtMost, writtenWireBytes, durationMs } = preview
  const shown = steps.slice(0, mostStepsListed)
  const rows = shown.map(({ label, offered, expected, summary }) => [
    `  ${label}`,
    formatRecordRate(offered.recordsPerSec),
    formatByteRate(offered.ingressWireBytesPerSec),
    formatByteRate(expected.ingressWireBytesPerSec.likely),
    `${formatCount(summary.partitions)}`,
  ])
  const heading = ['  step', 'offered', 'in, wire', 'predicted', 'partitions']
  const atMost = isAtMost ? 'at most ' : ''
  const left = steps.length - shown.length
  const text = [
    `This campaign makes ${atMost}${runs === 1 ? '1 run' : `${formatCount(runs)} runs`} on ${target.label},`,
    'each with topics and client ids of its own that are deleted afterwards.',
    `It takes ${atMost}about ${formatDuration(Math.ceil(durationMs / 1000) * 1000)} and writes ${atMost}${formatBytes(writtenWireBytes)}, before replication.`,
    campaignCostText(preview),
  ]
  return [
    wrapText(text.join(' '), textWidth(columns)),
    alignColumns([heading, ...rows], [1, 2, 3, 4]),
    left > 0 ? `  and ${left} more\n` : '',
    ...notesText(preview, textWidth(columns)),
  ].join('')
}

function notesText(preview: CampaignPreview, width: number): string[] {
  const texts = campaignNoteTexts(preview)
  const left = texts.length - mostNotesListed
  return [
    ...texts.slice(0, mostNotesListed).map((text) => wrapText(text, width)),
    left > 0 ? `and ${left} more notes, told by the runs\n` : '',
  ]
}

/** What a campaign found: the sentence, a line a step, and what makes it doubtful. */
export function campaignText(record: CampaignRecord, summary: CampaignSummary, columns: number): string {
  const width = textWidth(columns)
  const { target, request, notRun = [] } = record
  const marks = new Set(record.results.flatMap((result) => result.marks))
  const scale = request.scale === undefined || request.scale === 1 ? '' : `, scale ${request.scale}`
  const parts = [
    wrapText(summary.sentence, width),
    marks.size === 0 ? '' : `Marks: ${[...marks].join(', ')}\n`,
    summary.steps.length === 0 && notRun.length === 0 ? '' : `\n${stepTable(summary, notRun)}`,
    summary.benchmark === undefined ? '' : `\n${benchmarkText(summary.benchmark, columns)}`,
    ...notRunTexts(notRun, width),
    summary.doubts.length === 0 ? '' : `\n${summary.doubts.map((doubt) => wrapText(doubt, width)).join('')}`,
    `\nTarget: ${target?.label ?? 'not reached yet'}${scale}\n`,
    `Campaign ${record.id}: ${record.status}, ${record.results.length === 1 ? '1 run' : `${record.results.length} runs`}\n`,
  ]
  return parts.join('')
}

/** Ingress on the wire, which every limit is about; the JSON has the other figures. */
function stepTable({ steps }: CampaignSummary, notRun: readonly StepNotRun[]): string {
  const heading = ['step', 'runs', 'offered', 'measured', 'from', 'to', 'predicted', 'to', 'verdict', 'limiter']
  const rows = steps.map(({ label, runIds, offered, measured, expected, verdict, limiter }) => [
    label,
    String(runIds.length),
    formatByteRate(offered.ingressWireBytesPerSec),
    ...cellsOf(measured.ingressWireBytesPerSec, ['mean', 'low', 'high']),
    ...cellsOf(expected.ingressWireBytesPerSec, ['low', 'high']),
    verdict ?? 'none',
    limiter,
  ])
  const unmeasured = notRun.filter(({ stepId }) => !steps.some((step) => step.stepId === stepId))
  const others = unmeasured.map(({ label }) => [label, '0', ...Array(6).fill('–'), 'not run', '–'])
  return alignColumns([heading, ...rows, ...others], [1, 2, 3, 4, 5, 6, 7])
}

function notRunTexts(notRun: readonly StepNotRun[], width: number): string[] {
  if (notRun.length === 0) return []
  const left = notRun.length - mostReasons
  return [
    '\nNot run on this target\n',
    ...notRun.slice(0, mostReasons).map((step) => wrapText(`${step.label}. ${notRunText(step)}`, width, '  ')),
    left > 0 ? `  and ${left} more\n` : '',
  ]
}

/** Why a step was not run, and what to do. */
export function notRunText({ reason, remedy }: StepNotRun): string {
  return remedy === null ? reason : `${reason} ${remedy}`
}

function cellsOf<K extends string>(values: Readonly<Record<K, number>>, names: readonly K[]): string[] {
  return names.map((name) => formatByteRate(values[name]))
}

/** One line a campaign. */
export function campaignListText(campaigns: readonly CampaignListEntry[]): string {
  if (campaigns.length === 0) {
    return 'There are no campaigns in this workspace yet. Make one with: headroom campaign FILE\n'
  }
  const rows = campaigns.map(({ id, createdAtEpochMs, status, name, targetLabel, runs }) => [
    id,
    new Date(createdAtEpochMs).toISOString().slice(0, 16).replace('T', ' '),
    status,
    String(runs),
    name,
    targetLabel,
  ])
  return alignColumns([['campaign', 'made (UTC)', 'status', 'runs', 'name', 'target'], ...rows], [3])
}
