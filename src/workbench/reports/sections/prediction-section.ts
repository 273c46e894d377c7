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
import { html, type Markup } from '../markup.ts'
import { chartFigure, facts, numberCell, section, sourceText, table, textCell } from '../page-parts.ts'
import { figureBounds, figureLabels, figureValue } from '../report-facts.ts'

/** Growth by more than this is never asked for. */
const mostHeadroomTold = 1e6

function figuresTable(prediction: Prediction): Markup {
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

function bindingText(prediction: Prediction): Markup {
  const ids = new Set(prediction.binding.map((entry) => entry.id))
  const binding = prediction.constraints.filter((constraint) => ids.has(constraint.id))
  if (binding.length === 0)
    return html`<p>No limit binds this workload.</p>
`
  return html`${binding.map(
    (constraint) => html`<p class="binding"><strong>${constraintName(constraint)} binds.</strong>
<span class="formula">${constraint.formula}</span>
<span class="quiet">Source: ${sourceText(constraint.source)}.</span></p>
`,
  )}`
}

/** What the headroom means: growth, or the share of the offered load that fits. */
function headroomText(headroom: number): string {
  if (headroom < 1) return `${formatPercent(headroom)} of the offered load fits`
  return headroom > mostHeadroomTold ? 'no limit is near' : `${formatFactor(headroom)} the offered load fits`
}

function answers(prediction: Prediction): Markup {
  const { smallest, minimumPartitions, headroom, requestsPerSec, advice, deployment } = prediction
  return html`${facts([
    ['Headroom', headroomText(headroom)],
    [
      'Smallest size',
      smallest === null
        ? 'no size keeps every limit under its target'
        : `${formatCount(smallest.size)} ${deployment.unitName}, every limit under ${formatPercent(smallest.targetUtilisation)}`,
    ],
    ...minimumPartitions.map(({ topic, partitions, formula }): [string, Markup] => [
      `Fewest partitions of ${topic}`,
      html`${formatCount(partitions)} <span class="formula">${formula}</span>`,
    ]),
    ['Requests', `${formatCount(requestsPerSec)} requests/s at the achievable load`],
  ])}${
    advice.length > 0 &&
    html`<ul>${advice.map((entry) => html`<li>${entry.text}</li>`)}</ul>
`
  }`
}

/** The prediction: figures, what binds, and what follows. */
export function predictionSection(prediction: Prediction): Markup {
  const refusals = html`<div class="refusals"><p><strong>The deployment refuses this workload.</strong></p>
<ul>${prediction.refusals.map((text) => html`<li>${text}</li>`)}</ul></div>
`
  const content = html`${!prediction.isFeasible && refusals}${bindingText(prediction)}${figuresTable(prediction)}${answers(prediction)}`
  return section('prediction', 'What was predicted', content)
}

const kindLabels: Readonly<Record<Constraint['kind'], string>> = {
  fixed: 'fixed',
  guideline: 'guideline',
  soft: 'soft',
  physical: 'physical bound',
  structural: 'wastes only',
}

function constraintRow(constraint: Constraint, isBinding: boolean) {
  return [
    textCell(html`${constraintName(constraint)}${isBinding && html` <span class="mark">binds</span>`}`),
    numberCell(demandOfCapacity(constraint)),
    numberCell(formatValue(constraint.utilisation, 'ratio')),
    textCell(kindLabels[constraint.kind]),
    textCell(html`<span class="formula">${constraint.formula}</span>`),
    textCell(sourceText(constraint.source)),
  ]
}

/** Every limit with how full it is, where its number comes from, and how it was computed. */
export function limitsSection(prediction: Prediction): Markup {
  const binding = new Set(prediction.binding.map((entry) => entry.id))
  const sorted = [...prediction.constraints].sort(
    (a, b) => Number(binding.has(b.id)) - Number(binding.has(a.id)) || b.utilisation - a.utilisation,
  )
  const content = html`${chartFigure(utilisationChart(prediction), 'chart-utilisation')}${table(
    'Every limit at the offered load',
    [
      textCell('Limit'),
      numberCell('Demand of capacity'),
      numberCell('Utilisation'),
      textCell('Kind'),
      textCell('Formula'),
      textCell('Source and date'),
    ],
    sorted.map((constraint) => constraintRow(constraint, binding.has(constraint.id))),
  )}`
  return section('limits', 'Every limit', content)
}

/** What was assumed, and what makes the band as wide as it is. */
export function assumptionsSection(prediction: Prediction): Markup {
  const { assumptions, band } = prediction
  const list = html`<ul>${assumptions.map(
    ({ text, field }) => html`<li>${text}${field !== undefined && html` <code>${field}</code>`}</li>`,
  )}</ul>
`
  const terms = table(
    'What makes the band wide',
    [textCell('Term'), numberCell('Low'), numberCell('Likely'), numberCell('High'), textCell('Why')],
    band.map((term) => [
      textCell(term.id),
      numberCell(formatFactor(term.lowFactor)),
      numberCell(formatFactor(term.likelyFactor)),
      numberCell(formatFactor(term.highFactor)),
      textCell(html`${term.reason}${term.isAssumption && html` <span class="mark">assumption</span>`}`),
    ]),
  )
  const content = html`${
    assumptions.length > 0
      ? list
      : html`<p>Nothing had to be assumed.</p>
`
  }${band.length > 0 && terms}`
  return section('assumptions', 'What was assumed', content)
}
