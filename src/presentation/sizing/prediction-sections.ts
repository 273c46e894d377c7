/**
 * Sections on a prediction: its figures, its limits with formulas and sources, and its assumptions.
 */
import { describeBinding } from '../../capacity/binding-changes.ts'
import { nameOf } from '../../capacity/lag.ts'
import { isOverGuidelinesOnly } from '../../capacity/refusals.ts'
import { offersWhileWaiting } from '../../capacity/saturation.ts'
import { constraintsInOrder, utilisationChart } from '../../charts/utilisation-chart.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import { figureNames } from '../../contracts/figures.ts'
import type { GroupReading, Prediction } from '../../contracts/prediction.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatCount } from '../../units/count.ts'
import { formatPercent } from '../../units/ratio.ts'
import {
  type Block,
  blocks,
  type Content,
  chart,
  heading,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { figureLabels, limitKindLabels } from '../labels.ts'
import { calibrationSentences, figureBounds, figureValue } from '../report-facts.ts'
import { limitSource } from '../source-text.ts'
import { carriedOrAchievable, isRefusedOnly } from './answer-tiles.ts'
import { limitsTable } from './limits-table.ts'
import { recommendationFacts, type SizedPrediction } from './recommendation-sections.ts'

/** Relative excess of the expected over the achievable rate from which a burst is shown. Less is rounding. */
const minBurst = 0.005

function planTable(prediction: Prediction): Block {
  const { offered, achievable, capacity } = prediction
  return table(
    isRefusedOnly(prediction)
      ? 'What it would carry if it were not refused'
      : offersWhileWaiting(prediction)
        ? 'What to plan with; the offered bytes are those of clients that wait, which fills their batches'
        : 'What to plan with',
    [
      textCell('Figure'),
      numberCell('Offered'),
      numberCell(isRefusedOnly(prediction) ? 'Would carry' : carriedOrAchievable(prediction)),
      numberCell('Highest rate of this mix'),
    ],
    figureNames.map((figure) => [
      textCell(figureLabels[figure]),
      numberCell(figureValue(figure, offered[figure])),
      numberCell(figureValue(figure, achievable[figure].likely)),
      numberCell(figureValue(figure, capacity[figure])),
    ]),
  )
}

/**
 * The rates that a run will likely show. A refused workload has no such table, because it cannot be run. If a service may
 * burst above the achievable rate, the rates are higher than those of `planTable`, and the caption says why.
 */
function runTable({ isFeasible, achievable, expected }: Prediction): Block | false {
  if (!isFeasible) return false
  const isBurst = figureNames.some((figure) => expected[figure].likely > achievable[figure].likely * (1 + minBurst))
  return table(
    isBurst
      ? 'What a run will likely show: a burst above the sustained rate, which is not guaranteed'
      : 'What a run will likely show',
    [textCell('Figure'), numberCell('Expected'), numberCell('Band')],
    figureNames.map((figure) => [
      textCell(figureLabels[figure]),
      numberCell(figureValue(figure, expected[figure].likely)),
      numberCell(figureBounds(figure, expected[figure], expected[figure].likely)),
    ]),
  )
}

/** What each consumer group reads, if one of them falls behind. */
function groupsTable({ consumerGroups = [], lag }: Prediction): Block | false {
  if (!lag || consumerGroups.length < 2) return false
  return table(
    'What each consumer group reads',
    [textCell('Group'), numberCell('Reads'), numberCell('Of what is written'), numberCell('Lag grows by')],
    consumerGroups.map((reading) => [
      textCell([nameOf(reading, consumerGroups), limitedBy(reading)]),
      numberCell(formatByteRate(reading.wireBytesPerSec.likely * reading.count)),
      numberCell(formatPercent(reading.readShare)),
      numberCell(reading.readShare < 1 ? formatByteRate(reading.lagGrowthBytesPerSec.likely) : 'keeps up'),
    ]),
  )
}

function limitedBy({ binding }: GroupReading): Content {
  return binding.length === 0 ? null : span('line', span('quiet', `limited by ${describeBinding(binding)}`))
}

function bindingBlocks(prediction: Prediction, today: string): Block[] {
  const ids = new Set(prediction.binding.map((entry) => entry.id))
  const binding = prediction.constraints.filter((constraint) => ids.has(constraint.id))
  if (binding.length === 0) return [paragraph('No limit binds this workload.')]
  const label = prediction.headroom < 1 ? 'Binding limit' : 'Limit that binds first'
  return binding.map((constraint) =>
    paragraph(
      span('strong', `${label}: ${constraintName(constraint)}.`),
      span('line', span('formula', constraint.formula)),
      span('line', span('quiet', ['Source: ', limitSource(constraint.source, today), '.'])),
    ),
  )
}

/** The calibration of the model, and what it changed and why. Empty without a calibration. */
export function calibrationBlocks(prediction: Prediction): Block[] {
  const [which, ...moves] = calibrationSentences(prediction)
  return which === undefined ? [] : [paragraph(which), ...(moves.length === 0 ? [] : [list(moves)])]
}

/** The calibration as a section. No section if the model is not calibrated. */
export function calibrationSections(prediction: Prediction): Section[] {
  const content = calibrationBlocks(prediction)
  return content.length === 0 ? [] : [{ id: 'calibration', title: 'The calibration', marks: [], blocks: content }]
}

function refusalHeading(prediction: Prediction): string {
  return isOverGuidelinesOnly(prediction)
    ? 'The workload is over a guideline of the vendor, whatever its rate.'
    : 'The deployment refuses this workload.'
}

/**
 * The prediction: its figures, the binding limits, and recommendations.
 * @param today date of the report, for the age of limits: `2026-11-23`
 */
export function predictionSection(sized: SizedPrediction, today: string): Section {
  const { prediction } = sized
  const refusals: Block = {
    kind: 'warning',
    blocks: [paragraph(span('strong', refusalHeading(prediction))), list(prediction.refusals)],
  }
  return {
    id: 'prediction',
    title: 'What was predicted',
    marks: [],
    blocks: blocks(
      !prediction.isFeasible && refusals,
      calibrationBlocks(prediction),
      bindingBlocks(prediction, today),
      planTable(prediction),
      groupsTable(prediction),
      runTable(prediction),
      recommendationFacts(sized),
    ),
  }
}

/**
 * Every limit with its utilisation.
 * @param isMerged true if limits of one dimension that matter little share a row
 */
export function limitsSection(prediction: Prediction, isMerged = false): Section {
  return {
    id: 'limits',
    title: 'Every limit',
    marks: [],
    blocks: [chart('chart-utilisation', utilisationChart(prediction)), limitsTable(prediction, isMerged)],
  }
}

/**
 * The formula and the source of every limit.
 * @param today date of the report, for the age of limits: `2026-11-23`
 */
export function formulasSection(prediction: Prediction, today: string): Section {
  const items = constraintsInOrder(prediction).map((constraint) => [
    span('strong', constraintName(constraint)),
    `, ${limitKindLabels[constraint.kind]}`,
    span('line', span('formula', constraint.formula)),
    span('line', span('quiet', ['Source: ', limitSource(constraint.source, today)])),
  ])
  return {
    id: 'formulas',
    title: 'How each limit was computed',
    marks: [],
    isDetail: true,
    blocks: blocks(offersWhileWaiting(prediction) && paragraph(withoutWaitingText), list(items)),
  }
}

const withoutWaitingText =
  'These are the demands if no client waits. The offered load above is that of clients that wait, whose batches are fuller.'

/** At most this many assumptions are listed: a scenario of 200 topics has one for each. The general ones come first. */
const maxAssumptions = 25

/** What was assumed because the scenario does not state it. */
export function assumptionsSection({ assumptions }: Prediction, title = 'What was assumed'): Section {
  return {
    id: 'assumptions',
    title,
    marks: [],
    blocks: blocks(
      assumptions.length > 0
        ? assumptionList(assumptions.slice(0, maxAssumptions))
        : paragraph('Nothing had to be assumed.'),
      assumptions.length > maxAssumptions &&
        paragraph(`And ${formatCount(assumptions.length - maxAssumptions)} more. The JSON has all of them.`),
    ),
  }
}

/** The assumptions. Those that a field of the scenario could replace are open questions; the others are the model's. */
export function openQuestionsSection({ assumptions }: Prediction): Section {
  const open = assumptions.filter(({ field }) => field !== undefined)
  const others = assumptions.filter(({ field }) => field === undefined)
  return {
    id: 'assumptions',
    title: 'Open questions',
    marks: [],
    blocks: blocks(
      open.length === 0
        ? paragraph('None: the scenario has everything that the prediction needs.')
        : [paragraph(openQuestionsText), assumptionList(open)],
      others.length > 0 && [heading('Other assumptions'), assumptionList(others)],
    ),
  }
}

const openQuestionsText =
  'The scenario does not state the following, so it was assumed. Each answer can change the prediction.'

function assumptionList(assumptions: Prediction['assumptions']): Block {
  return list(assumptions.map(({ text, field }) => [text, field !== undefined && [' (', span('code', field), ')']]))
}
