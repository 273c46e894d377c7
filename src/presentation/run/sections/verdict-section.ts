/**
 * The top of a report: what was asked, what came out, in one sentence, and the figures that say so.
 */

import { explainPrediction } from '../../../capacity/explain-prediction.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Comparison } from '../../../contracts/verdict.ts'
import {
  type Block,
  blocks,
  type Fact,
  facts,
  list,
  numberCell,
  paragraph,
  span,
  table,
  textCell,
} from '../../document.ts'
import { figureLabels } from '../../labels.ts'
import { deploymentText, figureBounds, figureValue, signedPercent, utcTime } from '../../report-facts.ts'
import { fleetSentences } from '../fleet-sentences.ts'
import { markSentences } from '../mark-sentences.ts'

const positionLabels: Readonly<Record<Comparison['position'], string>> = {
  inside: 'inside',
  above: 'above',
  below: 'below',
  straddles: 'across an edge',
}

function comparisonTable(comparisons: readonly Comparison[]): Block {
  return table(
    'Measured beside predicted, over the steady windows; the interval is the 95 % one',
    [
      textCell('Figure'),
      numberCell('Predicted, likely'),
      numberCell('Band'),
      numberCell('Measured, mean'),
      numberCell('Interval'),
      numberCell('Error'),
      textCell('Against the band'),
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

function statusText({ status, endReason, endDetail }: MeasuredRecord): string {
  return endReason === 'plan-complete' || endDetail === null ? status : `${status}: ${endDetail}`
}

/** What the run made and could not delete. */
function leftoversBlock({ cleanUp }: MeasuredRecord): Block | null {
  if (cleanUp === null || cleanUp.leftovers.length === 0) return null
  return { kind: 'warning', blocks: [paragraph(span('strong', 'Still there after the run:')), list(cleanUp.leftovers)] }
}

/** What was asked of what, and the figures compared. */
export function openingBlocks(record: MeasuredRecord): Block[] {
  const { overlay, scenario, target } = record
  const marks = markSentences(record)
  const ceiling = record.agents === undefined ? record.preflight?.clientCeiling : undefined
  return blocks(
    facts([
      ['Deployment', deploymentText(record.prediction)],
      ['Run against', record.target.label],
      ['Load began', utcTime(record.startedAtEpochMs)],
      ['Run', record.id],
      ['Status', statusText(record)],
      ...(target.scale === 1 ? [] : [['Scale', `${target.scale} of the rates and byte limits`] as const]),
      ...fleetSentences(record.agents ?? []).map((text, index): Fact => [index === 0 ? 'Agents' : 'Clocks', text]),
    ]),
    leftoversBlock(record),
    facts([
      ['Predicted', explainPrediction(record.prediction)],
      ...(record.result === null ? [] : [['Held by', record.result.diagnosis.sentence] as const]),
      ...(ceiling === undefined ? [] : [['Client host', ceiling.sentence] as const]),
    ]),
    marks.length > 0 && list(marks),
    scenario.notes !== undefined && { kind: 'notes', text: scenario.notes },
    overlay !== null && overlay.comparisons.length > 0 && comparisonTable(overlay.comparisons),
  )
}
