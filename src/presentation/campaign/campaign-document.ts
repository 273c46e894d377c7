/**
 * The campaign report: what each step measured beside what was predicted for it, and the chart of both.
 */
import { measuredMeanLabel, responseP99Label } from '../../charts/shared-labels.ts'
import type { StepNotRun } from '../../contracts/campaign.ts'
import type { CampaignRecord, CampaignSummary, StepSummary } from '../../contracts/campaign-record.ts'
import { type FigureName, figureNames } from '../../contracts/figures.ts'
import { limiterRecords } from '../../contracts/limiters.ts'
import { knownConfigurations, maxRunsOf } from '../../planning/campaign-configurations.ts'
import { coolDownMsOf } from '../../planning/cool-down.ts'
import { counted, formatCount } from '../../units/count.ts'
import { formatDuration, formatMicroseconds } from '../../units/duration.ts'
import { formatPercent } from '../../units/ratio.ts'
import { compactJson } from '../compact-json.ts'
import {
  type Answer,
  type Block,
  blocks,
  chart,
  code,
  type Document,
  facts,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { figureLabels, smokeLabel, stepVerdictLabels } from '../labels.ts'
import { figureBounds, figureValue, signedPercent, utcTime } from '../report-facts.ts'
import { benchmarkSections } from './benchmark-sections.ts'
import { chartOfCampaign } from './campaign-figures.ts'

/** A campaign and its summary. */
export interface ReportedCampaign {
  readonly record: CampaignRecord
  readonly summary: CampaignSummary
}

/** Figures that a campaign shows, each with a table and a chart. */
const shownFigures = ['ingressWireBytesPerSec', 'egressWireBytesPerSec', 'recordsPerSec'] as const

/** The report on a campaign, whether it has ended or not. */
export function campaignDocument({ record, summary }: ReportedCampaign): Document {
  const { request, target, notRun = [] } = record
  const { campaign } = request
  const [main, ...others] = figuresOf(summary)
  return {
    subject: 'Headroom campaign report',
    title: campaign.name,
    answer: answerOf(record, summary),
    introduction: blocks(
      facts([
        ['Run against', target?.label ?? 'not reached yet'],
        ['Scale', target === null ? 'not known yet' : String(target.scale)],
        ['Began', utcTime(record.createdAtEpochMs)],
        ['Campaign', record.id],
        ['Status', statusText(record)],
      ]),
      campaign.notes !== undefined && { kind: 'notes', text: campaign.notes },
    ),
    sections: [
      ...(summary.benchmark === undefined ? [] : benchmarkSections(summary.benchmark, campaign.benchmark)),
      ...(main === undefined ? [] : [figureSection(record, summary, main)]),
      ...others.map((figure) => ({ ...figureSection(record, summary, figure), isDetail: true })),
      ...(summary.steps.length + notRun.length === 0 ? [] : [stepsSection(summary.steps, notRun)]),
      ...(summary.doubts.length === 0 ? [] : [doubtsSection(summary.doubts)]),
      methodSection(record),
      runsSection(record),
      appendixSection(record),
    ],
    closing: 'Made by Headroom. The campaign’s record, a JSON file, holds every figure of it.',
  }
}

/** The shown figures. First comes the figure of the benchmark's first column that has one, otherwise ingress. */
function figuresOf({ steps, benchmark }: CampaignSummary): FigureName[] {
  const columns: readonly (string | undefined)[] = benchmark?.columns.map(({ figure }) => figure) ?? []
  const first = columns.flatMap((column) => figureNames.find((name) => name === column) ?? [])
  const figures = new Set<FigureName>([...first.slice(0, 1), ...shownFigures])
  return [...figures].filter((figure) => steps.some(({ measured }) => measured[figure].mean > 0))
}

function statusText({ status, endDetail, results }: CampaignRecord): string {
  const runs = results.length === 0 ? 'no run' : counted(results.length, 'run')
  return `${status}, ${runs}${endDetail === null ? '' : `: ${endDetail}`}`
}

/** The answer. It has the tone of a verdict only if all steps have the same verdict. */
function answerOf({ results, status }: CampaignRecord, { sentence, steps, benchmark }: CampaignSummary): Answer {
  const verdicts = new Set(steps.map(({ verdict }) => verdict))
  const [only] = verdicts
  const tone = verdicts.size === 1 && only !== undefined && only !== null && only !== 'mixed' ? only : 'predicted'
  const marks = new Set<string>(results.flatMap((result) => result.marks))
  if (benchmark?.profile === 'smoke') marks.add(smokeLabel)
  if (status !== 'complete') marks.add(status === 'running' ? status : 'partial')
  return { tone, label: null, sentence, marks: [...marks] }
}

function figureSection(record: CampaignRecord, summary: CampaignSummary, figure: FigureName): Section {
  const numbers = numbersOf(record)
  const gaps = numbers.size > summary.steps.length ? '; a number without a row is a step that was not run' : ''
  // The chart of a benchmark with a machine shows another prediction, the one for this machine.
  const targetNote = summary.benchmark?.machine == null ? '' : ' for the deployment, not for this machine'
  const caption = `Measured beside predicted${targetNote}; with two or more runs, the interval is the 95 % interval between runs${gaps}`
  const headings = [
    numberCell('No.'),
    textCell('Step'),
    numberCell('Runs'),
    numberCell('Offered'),
    numberCell('Predicted, likely'),
    numberCell('Band'),
    numberCell(measuredMeanLabel),
    numberCell('Interval'),
    numberCell('Difference'),
  ]
  const rows = summary.steps.map(({ stepId, label, runIds, offered, expected, measured }, index) => {
    const [predicted, interval] = [expected[figure], measured[figure]]
    const difference = predicted.likely > 0 ? interval.mean / predicted.likely - 1 : null
    return [
      numberCell(String(numbers.get(stepId) ?? index + 1)),
      textCell(label),
      numberCell(formatCount(runIds.length)),
      numberCell(figureValue(figure, offered[figure])),
      numberCell(figureValue(figure, predicted.likely)),
      numberCell(figureBounds(figure, predicted, predicted.likely)),
      numberCell(figureValue(figure, interval.mean)),
      numberCell(figureBounds(figure, interval, interval.mean)),
      numberCell(signedPercent(difference)),
    ]
  })
  return {
    id: `figure-${figure}`,
    title: figureLabels[figure],
    marks: [],
    blocks: [chart(`campaign-${figure}`, chartOfCampaign(record, summary, figure)), table(caption, headings, rows)],
  }
}

/** The number of each step, as in the chart: its position among all known steps. Empty for a search. */
function numbersOf({ request }: CampaignRecord): Map<string, number> {
  if (request.campaign.method.kind === 'saturation-search') return new Map()
  return new Map(knownConfigurations(request.campaign).map(({ stepId }, index) => [stepId, index + 1]))
}

function stepsSection(steps: readonly StepSummary[], notRun: readonly StepNotRun[]): Section {
  const headings = [
    textCell('Step'),
    textCell('Sustained'),
    textCell('Verdict'),
    textCell('Limited by'),
    numberCell('Spread of the runs'),
    numberCell(responseP99Label),
  ]
  const rows = steps.map(({ label, isSustained, verdict, limiter, relativeSpread, responseP99Us }) => [
    textCell(label),
    textCell(isSustained === null ? 'too few runs' : isSustained ? 'yes' : 'no'),
    textCell(verdict === null ? 'none' : stepVerdictLabels[verdict]),
    textCell(limiterRecords[limiter].label),
    numberCell(relativeSpread === null ? '–' : formatPercent(relativeSpread)),
    numberCell(responseP99Us === null ? '–' : formatMicroseconds(responseP99Us)),
  ])
  const unmeasured = notRun.filter(({ stepId }) => !steps.some((step) => step.stepId === stepId))
  const none = numberCell('–')
  const others = unmeasured.map(({ label }) => [
    ...[textCell(label), textCell('–'), textCell('not run'), textCell('–')],
    ...[none, none],
  ])
  const caption = 'Sustained: at least 99.5 % of the offered records were acknowledged, and no lag grew'
  const reasons = notRun.map((step) => `${step.label}. ${notRunText(step)}`)
  return {
    id: 'steps',
    title: 'How each step went',
    marks: [],
    blocks: blocks(
      table(caption, headings, [...rows, ...others]),
      notRun.length > 0 && paragraph('Not run on this target, and why:'),
      notRun.length > 0 && list(reasons),
    ),
  }
}

/** Why a step was not run, and what to do. */
export function notRunText({ reason, remedy }: StepNotRun): string {
  return remedy === null ? reason : `${reason} ${remedy}`
}

function doubtsSection(doubts: readonly string[]): Section {
  return { id: 'doubts', title: 'Doubts', marks: [], blocks: [list(doubts)] }
}

function warmUpText({ request, warmUp }: CampaignRecord): string {
  const planned = request.campaign.warmUp
  if (planned === undefined) return 'none: the first step ran on a cold cluster'
  if (warmUp === undefined) return 'has not ended'
  const within = `within ${formatPercent(planned.agreementRatio)}`
  return warmUp.isWarm
    ? `${warmUp.runs} runs that do not count, until two in a row agreed ${within}`
    : `${warmUp.runs} runs that do not count; no two in a row agreed ${within}, or the cluster was lost, so the steps may still drift`
}

function methodSection(record: CampaignRecord): Section {
  const { request, results } = record
  const { campaign } = request
  const order =
    campaign.orderSeed === undefined
      ? 'as written, the repeats of each step together'
      : `drawn anew for each round (seed ${campaign.orderSeed}), so that a drift of the machine does not look like an effect`
  const entries: [string, string][] = [
    ['Runs', `${formatCount(results.length)} of at most ${formatCount(maxRunsOf(campaign))}`],
    ['Repeats', formatCount(campaign.repeats)],
    ['Order', order],
    ['Warm-up', warmUpText(record)],
    ['Between runs', `quiet for ${formatDuration(coolDownMsOf(request))}`],
  ]
  const isolation =
    'Each run has its own topics, groups and client ids. The topics and groups are deleted after the run.'
  const blocks = [facts(entries), paragraph(isolation)]
  return { id: 'method', title: 'How it was measured', marks: [], isDetail: true, blocks }
}

function runsSection({ results }: CampaignRecord): Section {
  const headings = [
    numberCell('No.'),
    textCell('Run'),
    textCell('Step'),
    numberCell('Repeat'),
    textCell('What it says'),
  ]
  const rows = results.map(({ runId, label, repeat, isClimb, reason }, index) => [
    numberCell(String(index + 1)),
    textCell(span('code', runId)),
    textCell(label),
    numberCell(isClimb === true ? 'to find the number of producers' : String(repeat)),
    textCell(reason),
  ])
  const none: Block = paragraph('No run has ended as planned yet.')
  const all = table('In the order in which they ran; each run has a report of its own', headings, rows)
  return { id: 'runs', title: 'Runs', marks: [], isDetail: true, blocks: [rows.length === 0 ? none : all] }
}

function appendixSection({ request }: CampaignRecord): Section {
  return {
    id: 'appendix',
    title: 'Appendix: the campaign',
    marks: [],
    isDetail: true,
    blocks: [
      paragraph('Saved as STEPS.campaign.json, it runs again ', {
        kind: 'command',
        command: 'headroom campaign STEPS.campaign.json',
        view: 'Benchmarks',
      }),
      code(compactJson(request.campaign)),
    ],
  }
}
