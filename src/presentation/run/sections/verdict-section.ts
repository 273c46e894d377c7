/**
 * The blocks at the top of a run's report: deployment, run, prediction, the comparison of figures, and what is not proven.
 */
import { explainPrediction } from '../../../capacity/explain-prediction.ts'
import type { MeasuredRecord, RunRecord } from '../../../contracts/run-record.ts'
import type { Comparison } from '../../../contracts/verdict.ts'
import {
  type Block,
  blocks,
  type Fact,
  facts,
  heading,
  list,
  numberCell,
  paragraph,
  span,
  table,
  textCell,
} from '../../document.ts'
import { figureLabels } from '../../labels.ts'
import { deploymentText, signedPercent, utcTime, valueWithBounds } from '../../report-facts.ts'
import { fleetSentences } from '../fleet-sentences.ts'
import { markSentences } from '../mark-sentences.ts'
import { notProven } from '../not-proven.ts'

const positionLabels: Readonly<Record<Comparison['position'], string>> = {
  inside: 'inside',
  above: 'above',
  below: 'below',
  straddles: 'across an edge',
}

/** A table of the compared figures: predicted band beside measured interval. */
export function comparisonTable(comparisons: readonly Comparison[]): Block {
  return table(
    'Measured beside predicted, over the steady windows; below each: the predicted band, and the 95 % interval of the mean',
    [
      textCell('Figure'),
      numberCell('Predicted'),
      numberCell('Measured'),
      numberCell('Difference'),
      textCell('Against the band'),
    ],
    comparisons.map(({ figure, predicted, measured, relativeError, position }) => [
      textCell(figureLabels[figure]),
      numberCell(valueWithBounds(figure, predicted.likely, predicted)),
      numberCell(valueWithBounds(figure, measured.mean, measured)),
      numberCell(signedPercent(relativeError)),
      textCell(positionLabels[position]),
    ]),
  )
}

function statusText({ status, endReason, endDetail }: MeasuredRecord): string {
  return endReason === 'plan-complete' || endDetail === null ? status : `${status}: ${endDetail}`
}

/** Things that the run created and could not delete, each with a remedy. Empty if nothing is left. */
export function leftoversBlocks({ cleanUp }: Pick<RunRecord, 'cleanUp'>): Block[] {
  if (cleanUp === null || cleanUp.leftovers.length === 0) return []
  const lines = [paragraph(span('strong', 'Still there after the run:')), list(cleanUp.leftovers)]
  return [{ kind: 'warning', blocks: lines }]
}

/**
 * Deployment, run and target, the comparison of the figures, and what the run leaves open: page 1 of a report, for whoever
 * decides.
 */
export function introductionBlocks(record: MeasuredRecord): Block[] {
  const { overlay, target } = record
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
    leftoversBlocks(record),
    facts([
      ['Predicted', explainPrediction(record.prediction)],
      ...(record.result === null ? [] : [['Limited by', record.result.diagnosis.sentence] as const]),
      ...(ceiling === undefined ? [] : [['Client host', ceiling.sentence] as const]),
    ]),
    marks.length > 0 && list(marks),
    overlay !== null && overlay.comparisons.length > 0 && comparisonTable(overlay.comparisons),
    heading('What was not proven'),
    list(notProven(record)),
  )
}
