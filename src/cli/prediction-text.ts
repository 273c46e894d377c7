/**
 * A prediction as text: the answer first, then the figures, what is full, and what was assumed.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Band } from '../contracts/primitives.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { formatPercent } from '../units/ratio.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import type { ExplainedPrediction } from '../workbench/sizing/predict-scenario.ts'

/** The five figures by the names that people read. */
export const figureLabels: Readonly<Record<FigureName, string>> = {
  ingressWireBytesPerSec: 'in, wire',
  ingressPayloadBytesPerSec: 'in, payload',
  egressWireBytesPerSec: 'out, wire',
  egressPayloadBytesPerSec: 'out, payload',
  recordsPerSec: 'records',
}

/** A figure with its unit. */
export function formatFigure(name: FigureName, value: number): string {
  return name === 'recordsPerSec' ? formatRecordRate(value) : formatByteRate(value)
}

/** A prediction with its answer in the first sentence; `columns` bounds the running text. */
export function predictionText(explained: ExplainedPrediction, columns: number): string {
  const { prediction, sentence, bursts, clientHosts, calibration } = explained
  const width = textWidth(columns)
  const parts = [
    wrapText(sentence, width),
    calibration === '' ? '' : wrapText(calibration, width),
    bandsTable(prediction),
    constraintsTable(prediction),
    smallestText(prediction),
    clientHosts === '' ? '' : wrapText(clientHosts, width),
    bulletList('What to do', prediction.advice, width),
    bulletList(
      'Bursts above what is sustained',
      bursts.map((text) => ({ text })),
      width,
    ),
    bulletList('Assumed', prediction.assumptions, width),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function bandsTable({ achievable, expected }: Prediction): string {
  const names = Object.keys(figureLabels) as FigureName[]
  const row = (name: FigureName, band: Band) => [
    `  ${figureLabels[name]}`,
    ...[band.low, band.likely, band.high].map((value) => formatFigure(name, value)),
  ]
  const isSame = names.every((name) => expected[name].likely === achievable[name].likely)
  const heading = (text: string) => [text, 'low', 'likely', 'high']
  const plan = [heading('To plan with'), ...names.map((name) => row(name, achievable[name]))]
  const run = isSame ? [] : [heading('A run will likely show'), ...names.map((name) => row(name, expected[name]))]
  return alignColumns([...plan, ...run], [1, 2, 3])
}

function constraintsTable({ constraints, binding }: Prediction): string {
  const bound = new Set(binding.map(({ id }) => id))
  const sorted = [...constraints].sort((one, other) => other.utilisation - one.utilisation)
  const rows = sorted.map((each) => [
    `  ${each.id}`,
    formatPercent(each.utilisation),
    `${formatInUnit(each.demand, each.unit)} of ${formatInUnit(each.capacity, each.unit)}`,
    each.kind,
    bound.has(each.id) ? 'binds' : '',
  ])
  return alignColumns([['Limits at the offered load', 'used', '', '', ''], ...rows], [1])
}

function smallestText({ smallest, deployment }: Prediction): string {
  if (smallest === null) return `No size of ${deployment.offeringName} keeps every limit under its target.\n`
  const { size, dimension, targetUtilisation } = smallest
  return `Smallest size under ${formatPercent(targetUtilisation)} of every limit: ${size} (set by ${dimension}).\n`
}

function bulletList(title: string, entries: readonly { readonly text: string }[], width: number): string {
  if (entries.length === 0) return ''
  const items = entries.map(({ text }) => wrapText(text, width, '    ').replace('    ', '  - '))
  return `${title}\n${items.join('')}`
}
