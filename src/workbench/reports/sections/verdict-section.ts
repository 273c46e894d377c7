/**
 * The top of a report: what was asked, what came out, in one sentence, and the figures that say so.
 */

import type { RunRecord } from '../../../contracts/run-record.ts'
import type { Comparison } from '../../../contracts/verdict.ts'
import { html, type Markup } from '../markup.ts'
import { facts, markChips, numberCell, table, textCell } from '../page-parts.ts'
import {
  deploymentText,
  figureBounds,
  figureLabels,
  figureValue,
  headSentence,
  marksOf,
  signedPercent,
  utcTime,
  verdictLabels,
} from '../report-facts.ts'

const positionLabels: Readonly<Record<Comparison['position'], string>> = {
  inside: 'inside the band',
  above: 'above the band',
  below: 'below the band',
  straddles: 'across an edge of the band',
}

function comparisonTable(comparisons: readonly Comparison[]): Markup {
  return table(
    'Measured beside predicted, over the steady windows; the interval is the 95 % one',
    [
      textCell('Figure'),
      numberCell('Predicted, likely'),
      numberCell('Band'),
      numberCell('Measured, mean'),
      numberCell('Interval'),
      numberCell('Difference'),
      textCell('Measured lies'),
    ],
    comparisons.map(({ figure, predicted, measured, relativeError, position }) => [
      textCell(figureLabels[figure]),
      numberCell(figureValue(figure, predicted.likely)),
      numberCell(figureBounds(figure, predicted, predicted.likely)),
      numberCell(figureValue(figure, measured.mean)),
      numberCell(figureBounds(figure, measured, measured.mean)),
      numberCell(signedPercent(relativeError)),
      textCell(positionLabels[position]),
    ]),
  )
}

/** Title, verdict in one sentence with its marks, and the figures compared. */
export function verdictSection(record: RunRecord): Markup {
  const { overlay } = record
  const verdict = overlay === null ? 'No verdict' : verdictLabels[overlay.verdict]
  const [sentence, marks] = [headSentence(record), marksOf(record)]
  const kind = overlay?.verdict ?? 'not-proven'
  return html`<header>
<p class="kind">Headroom validation report</p>
<h1>${record.scenario.name}</h1>
<div class="verdict ${kind}">
<p class="sentence">${!sentence.toLowerCase().startsWith(verdict.toLowerCase()) && html`<strong>${verdict}.</strong> `}${sentence}</p>
${
  marks.length > 0 &&
  html`<p>${markChips(marks)}</p>
`
}</div>
${facts([
  ['Deployment', deploymentText(record)],
  ['Run against', record.target.label],
  ['Load began', utcTime(record.startedAtEpochMs)],
  ['Run', record.id],
])}${record.scenario.notes !== undefined && html`<p class="notes">${record.scenario.notes}</p>`}
${overlay !== null && overlay.comparisons.length > 0 && comparisonTable(overlay.comparisons)}</header>
`
}
