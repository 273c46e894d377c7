/**
 * What was predicted and what bounds it, with formula, source and date.
 */
import { isReachedByWaiting, saturation, waitingSentence } from '../../capacity/saturation.ts'
import { constraintName, demandOfCapacity, dimensionName } from '../../charts/constraint-labels.ts'
import { utilisationChart } from '../../charts/utilisation-chart.ts'
import { formatValue } from '../../charts/value-format.ts'
import { figureNames } from '../../contracts/figures.ts'
import type { Constraint, Lag, Prediction } from '../../contracts/prediction.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatCount } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'
import {
  type Block,
  blocks,
  chart,
  type Fact,
  facts,
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
import { sourceText } from '../source-text.ts'

/** Growth by more than this is never asked for. */
const mostHeadroomTold = 1e6

function planTable({ offered, achievable, capacity }: Prediction): Block {
  return table(
    'What to plan with',
    [textCell('Figure'), numberCell('Offered'), numberCell('Achievable'), numberCell('Most of this mix')],
    figureNames.map((figure) => [
      textCell(figureLabels[figure]),
      numberCell(figureValue(figure, offered[figure])),
      numberCell(figureValue(figure, achievable[figure].likely)),
      numberCell(figureValue(figure, capacity[figure])),
    ]),
  )
}

function runTable({ expected }: Prediction): Block {
  return table(
    'What a run will likely show',
    [textCell('Figure'), numberCell('Expected'), numberCell('Band')],
    figureNames.map((figure) => [
      textCell(figureLabels[figure]),
      numberCell(figureValue(figure, expected[figure].likely)),
      numberCell(figureBounds(figure, expected[figure], expected[figure].likely)),
    ]),
  )
}

function bindingBlocks(prediction: Prediction): Block[] {
  const ids = new Set(prediction.binding.map((entry) => entry.id))
  const binding = prediction.constraints.filter((constraint) => ids.has(constraint.id))
  if (binding.length === 0) return [paragraph('No limit binds this workload.')]
  return binding.map((constraint) =>
    paragraph(
      span('strong', `Binding limit: ${constraintName(constraint)}.`),
      span('line', span('formula', constraint.formula)),
      span('line', span('quiet', ['Source: ', sourceText(constraint.source), '.'])),
    ),
  )
}

/** What the headroom means: growth, or the share of the offered load that fits. */
function headroomText(prediction: Prediction): string {
  const { headroom, lag } = prediction
  if (lag) return `readers keep up with ${formatPercent(saturation(prediction))} of the offered load`
  if (isReachedByWaiting(prediction)) return waitingSentence(prediction)
  if (headroom < 1) return `${formatPercent(headroom)} of the offered load fits`
  return headroom > mostHeadroomTold ? 'no limit is near' : `${formatFactor(headroom)} the offered load fits`
}

/** "16.8 MB/s, 8.4 MB/s a group", and when retention deletes what is unread. */
function lagText({ growthBytesPerSec, groups, untilRetentionMs, topic }: Lag): string {
  const growth = formatByteRate(growthBytesPerSec.likely)
  const each =
    groups === 1 ? growth : `${growth}, ${formatByteRate(growthBytesPerSec.likely / groups)} a group on average`
  if (untilRetentionMs === null) return each
  return `${each}; unread data of ${topic ?? 'a topic'} is deleted after ${formatDuration(untilRetentionMs)}`
}

function answers(prediction: Prediction): Block {
  const { smallest, minimumPartitions, clientHosts, lag, requestsPerSec } = prediction
  return facts([
    ['Headroom', headroomText(prediction)],
    ...(lag ? [['Growth of the lag', lagText(lag)] satisfies Fact] : []),
    [
      'Smallest size',
      smallest === null
        ? 'no size keeps every limit under its target'
        : `${formatCount(smallest.size)}, set by ${dimensionName(smallest.dimension).toLowerCase()}: every limit under ${formatPercent(smallest.targetUtilisation)}`,
    ],
    ...minimumPartitions.map(
      ({ topic, partitions, formula }): Fact => [
        `Fewest partitions of ${topic}`,
        [`${formatCount(partitions)}: `, span('formula', formula)],
      ],
    ),
    ...(clientHosts === undefined || clientHosts === null
      ? []
      : [
          [
            'Client hosts',
            [`${formatCount(clientHosts.hosts)}: `, span('formula', clientHosts.formula)],
          ] satisfies Fact,
        ]),
    ['Requests', `${formatCount(requestsPerSec)} requests/s at the achievable load`],
  ])
}

/** Which calibration lies over the model, what it moved and why; nothing where none does. */
export function calibrationBlocks(prediction: Prediction): Block[] {
  const [which, ...moves] = calibrationSentences(prediction)
  return which === undefined ? [] : [paragraph(which), ...(moves.length === 0 ? [] : [list(moves)])]
}

/** The calibration as a section of its own; none if the model is not calibrated. */
export function calibrationSections(prediction: Prediction): Section[] {
  const content = calibrationBlocks(prediction)
  return content.length === 0 ? [] : [{ id: 'calibration', title: 'The calibration', marks: [], blocks: content }]
}

/** The prediction: figures, what binds, and what follows. */
export function predictionSection(prediction: Prediction): Section {
  const refusals: Block = {
    kind: 'warning',
    blocks: [paragraph(span('strong', 'The deployment refuses this workload.')), list(prediction.refusals)],
  }
  return {
    id: 'prediction',
    title: 'What was predicted',
    marks: [],
    blocks: blocks(
      !prediction.isFeasible && refusals,
      calibrationBlocks(prediction),
      bindingBlocks(prediction),
      planTable(prediction),
      runTable(prediction),
      answers(prediction),
    ),
  }
}

function sortedConstraints({ constraints, binding }: Prediction): { constraint: Constraint; isBinding: boolean }[] {
  const bound = new Set(binding.map(({ id }) => id))
  return constraints
    .map((constraint) => ({ constraint, isBinding: bound.has(constraint.id) }))
    .sort(
      (one, other) =>
        Number(other.isBinding) - Number(one.isBinding) || other.constraint.utilisation - one.constraint.utilisation,
    )
}

/** Every limit with how full it is. */
export function limitsSection(prediction: Prediction): Section {
  const rows = sortedConstraints(prediction).map(({ constraint, isBinding }) => [
    textCell([constraintName(constraint), isBinding && [' ', span('mark', 'binds')]]),
    numberCell(demandOfCapacity(constraint)),
    numberCell(formatValue(constraint.utilisation, 'ratio')),
    textCell(limitKindLabels[constraint.kind]),
  ])
  return {
    id: 'limits',
    title: 'Every limit',
    marks: [],
    blocks: [
      chart('chart-utilisation', utilisationChart(prediction)),
      table(
        'Every limit at the offered load',
        [textCell('Limit'), numberCell('Demand of capacity'), numberCell('Utilisation'), textCell('Kind')],
        rows,
      ),
    ],
  }
}

/** How each limit was computed, and where its number comes from. */
export function formulasSection(prediction: Prediction): Section {
  const items = sortedConstraints(prediction).map(({ constraint }) => [
    span('strong', constraintName(constraint)),
    `, ${limitKindLabels[constraint.kind]}`,
    span('line', span('formula', constraint.formula)),
    span('line', span('quiet', ['Source: ', sourceText(constraint.source)])),
  ])
  return {
    id: 'formulas',
    title: 'How each limit was computed',
    marks: [],
    isDetail: true,
    blocks: [list(items)],
  }
}

/** What a section on assumptions is called where they are still open. */
export interface AssumptionsHead {
  readonly title: string
  readonly introduction: string | null
}

/** What the scenario does not say and was assumed. */
export function assumptionsSection(
  { assumptions }: Prediction,
  { title, introduction }: AssumptionsHead = { title: 'What was assumed', introduction: null },
): Section {
  return {
    id: 'assumptions',
    title,
    marks: [],
    blocks: blocks(
      introduction !== null && assumptions.length > 0 && paragraph(introduction),
      assumptions.length > 0
        ? list(assumptions.map(({ text, field }) => [text, field !== undefined && [' (', span('code', field), ')']]))
        : paragraph('Nothing had to be assumed.'),
    ),
  }
}

/** What makes the band as wide as it is; none where it has no width. */
export function bandSections({ band }: Prediction): Section[] {
  if (band.length === 0) return []
  const terms = table(
    'Factors on the likely value',
    [textCell('Term'), numberCell('Low'), numberCell('Likely'), numberCell('High')],
    band.map(({ id, lowFactor, likelyFactor, highFactor }) => [
      textCell(termName(id)),
      ...[lowFactor, likelyFactor, highFactor].map((factor) => numberCell(formatFactor(factor))),
    ]),
  )
  const reasons = band.map(({ id, reason, isAssumption }) => [
    `${termName(id)}: ${reason}`,
    isAssumption && [' ', span('mark', 'assumption')],
  ])
  return [{ id: 'band', title: 'What makes the band wide', marks: [], isDetail: true, blocks: [terms, list(reasons)] }]
}

function termName(id: string): string {
  const text = id.replaceAll('-', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
