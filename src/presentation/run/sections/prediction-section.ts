/**
 * What was predicted and what bounds it, with formula, source and date.
 */
import { constraintName, demandOfCapacity } from '../../../charts/constraint-labels.ts'
import { utilisationChart } from '../../../charts/utilisation-chart.ts'
import { formatValue } from '../../../charts/value-format.ts'
import { figureNames } from '../../../contracts/figures.ts'
import type { Constraint, Prediction } from '../../../contracts/prediction.ts'
import { formatCount } from '../../../units/count.ts'
import { formatFactor, formatPercent } from '../../../units/ratio.ts'
import {
  type Block,
  blocks,
  type Cell,
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
} from '../../document.ts'
import { figureLabels } from '../../labels.ts'
import { calibrationSentences, figureBounds, figureValue } from '../../report-facts.ts'
import { sourceText } from '../../source-text.ts'

/** Growth by more than this is never asked for. */
const mostHeadroomTold = 1e6

function figuresTable(prediction: Prediction): Block {
  const { offered, achievable, expected, capacity } = prediction
  return table(
    'Offered, predicted and possible',
    [
      textCell('Figure'),
      numberCell('Offered'),
      numberCell('Achievable: plan with'),
      numberCell('Expected in a run'),
      numberCell('Expected band'),
      numberCell('Most of this mix'),
    ],
    figureNames.map((figure) => [
      textCell(figureLabels[figure]),
      numberCell(figureValue(figure, offered[figure])),
      numberCell(figureValue(figure, achievable[figure].likely)),
      numberCell(figureValue(figure, expected[figure].likely)),
      numberCell(figureBounds(figure, expected[figure], expected[figure].likely)),
      numberCell(figureValue(figure, capacity[figure])),
    ]),
  )
}

function bindingBlocks(prediction: Prediction): Block[] {
  const ids = new Set(prediction.binding.map((entry) => entry.id))
  const binding = prediction.constraints.filter((constraint) => ids.has(constraint.id))
  if (binding.length === 0) return [paragraph('No limit binds this workload.')]
  return binding.map((constraint) =>
    paragraph(
      span('strong', `${constraintName(constraint)} binds.`),
      span('line', span('formula', constraint.formula)),
      span('line', span('quiet', ['Source: ', sourceText(constraint.source), '.'])),
    ),
  )
}

/** What the headroom means: growth, or the share of the offered load that fits. */
function headroomText(headroom: number): string {
  if (headroom < 1) return `${formatPercent(headroom)} of the offered load fits`
  return headroom > mostHeadroomTold ? 'no limit is near' : `${formatFactor(headroom)} the offered load fits`
}

function answers(prediction: Prediction): Block {
  const { smallest, minimumPartitions, clientHosts, headroom, requestsPerSec, deployment } = prediction
  return facts([
    ['Headroom', headroomText(headroom)],
    [
      'Smallest size',
      smallest === null
        ? 'no size keeps every limit under its target'
        : `${formatCount(smallest.size)} ${deployment.unitName}, every limit under ${formatPercent(smallest.targetUtilisation)}`,
    ],
    ...minimumPartitions.map(
      ({ topic, partitions, formula }): Fact => [
        `Fewest partitions of ${topic}`,
        [`${formatCount(partitions)} `, span('formula', formula)],
      ],
    ),
    ...(clientHosts === undefined || clientHosts === null
      ? []
      : [
          ['Client hosts', [`${formatCount(clientHosts.hosts)} `, span('formula', clientHosts.formula)]] satisfies Fact,
        ]),
    ['Requests', `${formatCount(requestsPerSec)} requests/s at the achievable load`],
  ])
}

/** Which calibration lies over the model, what it moved and why; nothing where none does. */
export function calibrationBlocks(prediction: Prediction): Block[] {
  const [which, ...moves] = calibrationSentences(prediction)
  return which === undefined ? [] : [paragraph(which), ...(moves.length === 0 ? [] : [list(moves)])]
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
      figuresTable(prediction),
      answers(prediction),
    ),
  }
}

const kindLabels: Readonly<Record<Constraint['kind'], string>> = {
  fixed: 'fixed',
  guideline: 'guideline',
  soft: 'soft',
  physical: 'physical bound',
  structural: 'wastes only',
}

function constraintRow(constraint: Constraint, isBinding: boolean): Cell[] {
  return [
    textCell([constraintName(constraint), isBinding && [' ', span('mark', 'binds')]]),
    numberCell(demandOfCapacity(constraint)),
    numberCell(formatValue(constraint.utilisation, 'ratio')),
    textCell(kindLabels[constraint.kind]),
    textCell([span('formula', constraint.formula), span('line', span('quiet', sourceText(constraint.source)))]),
  ]
}

/** Every limit with how full it is, where its number comes from, and how it was computed. */
export function limitsSection(prediction: Prediction): Section {
  const binding = new Set(prediction.binding.map((entry) => entry.id))
  const sorted = [...prediction.constraints].sort(
    (a, b) => Number(binding.has(b.id)) - Number(binding.has(a.id)) || b.utilisation - a.utilisation,
  )
  const limits = table(
    'Every limit at the offered load',
    [
      textCell('Limit'),
      numberCell('Demand of capacity'),
      numberCell('Utilisation'),
      textCell('Kind'),
      textCell('Formula; source and date'),
    ],
    sorted.map((constraint) => constraintRow(constraint, binding.has(constraint.id))),
  )
  return {
    id: 'limits',
    title: 'Every limit',
    marks: [],
    blocks: [chart('chart-utilisation', utilisationChart(prediction)), limits],
  }
}

/** What a section on assumptions is called where they are still open. */
export interface AssumptionsHead {
  readonly title: string
  readonly introduction: string | null
}

/** What was assumed, and what makes the band as wide as it is. */
export function assumptionsSection(
  prediction: Prediction,
  { title, introduction }: AssumptionsHead = { title: 'What was assumed', introduction: null },
): Section {
  const { assumptions, band } = prediction
  const terms = table(
    'What makes the band wide',
    [textCell('Term'), numberCell('Low'), numberCell('Likely'), numberCell('High'), textCell('Why')],
    band.map((term) => [
      textCell(capitalised(term.id.replaceAll('-', ' '))),
      numberCell(formatFactor(term.lowFactor)),
      numberCell(formatFactor(term.likelyFactor)),
      numberCell(formatFactor(term.highFactor)),
      textCell([term.reason, term.isAssumption && [' ', span('mark', 'assumption')]]),
    ]),
  )
  return {
    id: 'assumptions',
    title,
    marks: [],
    blocks: blocks(
      introduction !== null && assumptions.length > 0 && paragraph(introduction),
      assumptions.length > 0
        ? list(assumptions.map(({ text, field }) => [text, field !== undefined && [' ', span('code', field)]]))
        : paragraph('Nothing had to be assumed.'),
      band.length > 0 && terms,
    ),
  }
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
