/**
 * A run as text: the verdict's sentence first, then measured beside predicted, then how it went.
 */
import { type FigureName, figureNames } from '../contracts/figures.ts'
import type { LatencySummary, Result } from '../contracts/result.ts'
import type { RunRecord } from '../contracts/run-record.ts'
import { figureLabels } from '../presentation/labels.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { calibrationSentences, formatFigure } from '../presentation/report-facts.ts'
import { accountingSentences } from '../presentation/run/accounting-sentences.ts'
import { fleetSentences } from '../presentation/run/fleet-sentences.ts'
import { observedSentences } from '../presentation/run/observed-sentences.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration, formatMicroseconds } from '../units/duration.ts'
import { formatPercent, formatSignedPercent } from '../units/ratio.ts'
import { marksText } from './marks-text.ts'

const predictedHeading = ['offered', 'predicted', 'from', 'to']
const measuredHeading = ['measured', 'from', 'to', 'difference']

/** A recorded run with its verdict first; `columns` bounds the running text. */
export function recordText(record: RunRecord, columns: number): string {
  const width = textWidth(columns)
  const parts = [
    wrapText(record.overlay?.reason ?? record.endDetail ?? `The run is ${record.status}.`, width),
    marksText(record, width),
    calibrationSentences(record.prediction)
      .map((sentence) => wrapText(sentence, width))
      .join(''),
    figuresTable(record, columns),
    record.result === null ? '' : resultText(record, record.result, width),
    endText(record, width),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

/** One table, or in a narrow terminal two: predicted, then measured. */
function figuresTable({ prediction, result }: RunRecord, columns: number): string {
  const rows = figureNames.map((name) => {
    const { likely, low, high } = prediction.expected[name]
    const predicted = [prediction.offered[name], likely, low, high].map((value) => formatFigure(name, value))
    return { label: figureLabels[name], predicted, measured: measuredCells(name, result, likely) }
  })
  const tableOf = (cells: readonly (readonly string[])[]) => alignColumns(cells, [1, 2, 3, 4, 5, 6, 7, 8])
  const predicted = rows.map((row) => [row.label, ...row.predicted])
  const one = tableOf([
    ['', ...predictedHeading, ...measuredHeading],
    ...rows.map((row) => [row.label, ...row.predicted, ...row.measured]),
  ])
  if (result === null || one.split('\n').every((line) => line.length <= columns)) return one
  const measured = rows.map((row) => [row.label, ...row.measured])
  return `${tableOf([['', ...predictedHeading], ...predicted])}\n${tableOf([['', ...measuredHeading], ...measured])}`
}

function measuredCells(name: FigureName, result: Result | null, predicted: number): string[] {
  if (result === null) return []
  const measured = result.steady?.[name]
  const mean = measured?.mean ?? result.wholeRun[name]
  const cells = measured === undefined ? [mean] : [measured.mean, measured.low, measured.high]
  const difference = predicted > 0 ? formatSignedPercent(mean / predicted - 1) : ''
  const texts = cells.map((value) => formatFigure(name, value))
  return [...texts, ...Array.from({ length: 3 - texts.length }, () => ''), difference]
}

function resultText(record: RunRecord, result: Result, width: number): string {
  const { steadyWindow, throttle, accounting } = result
  const window =
    result.steady === null
      ? 'No steady window: the figures above are of the whole run.'
      : `Steady from second ${steadyWindow.fromSecond} to ${steadyWindow.toSecond}, ${steadyWindow.windows} quota windows.`
  const throttled =
    throttle.maxMs === 0
      ? 'The brokers throttled nobody.'
      : `Burn-in included, producers were throttled in ${formatPercent(throttle.producerSecondsFraction)} of the seconds, consumers in ${formatPercent(throttle.consumerSecondsFraction)}, for ${formatDuration(throttle.maxMs)} at most.`
  return [
    wrapText(result.diagnosis.sentence, width),
    wrapText(window, width),
    wrapText(throttled, width),
    ...observedSentences(result, record.overlay).map((text) => wrapText(text, width)),
    latencyTable(result),
    ...accountingTexts(accounting, record.target.kind === 'embedded:simulated').map((text) => wrapText(text, width)),
  ].join('')
}

function latencyTable({ latency }: Result): string {
  const row = (label: string, summary: LatencySummary | null) =>
    summary === null
      ? []
      : [[label, ...[summary.p50Us, summary.p95Us, summary.p99Us, summary.maxUs].map(formatMicroseconds)]]
  const rows = [
    ...row('response (intended to acknowledged)', latency.response),
    ...row('service (sent to acknowledged)', latency.service),
    ...row('schedule delay (intended to sent)', latency.scheduleDelay),
    ...row('end to end (intended to received)', latency.endToEnd),
  ]
  return rows.length === 0
    ? ''
    : `\n${alignColumns([['latency', 'p50', 'p95', 'p99', 'max'], ...rows], [1, 2, 3, 4])}\n`
}

function accountingTexts(accounting: Result['accounting'], isSimulated: boolean): string[] {
  const { offeredRecords, ackedRecords, unsentRecords, unknownRecords, rejectedRecords, isClosed, gaps } = accounting
  const counts = `${formatCount(offeredRecords)} records offered, ${formatCount(ackedRecords)} acknowledged, ${formatCount(unsentRecords)} not sent, ${formatCount(unknownRecords)} of unknown fate, ${formatCount(rejectedRecords)} rejected.`
  const sums = isClosed ? `Accounting closes: ${counts}` : `Accounting does not close (${gaps.join('; ')}): ${counts}`
  const { heading, sentences } = accountingSentences(accounting, isSimulated)
  return sentences.length === 0 ? [sums] : [sums, `${heading}.`, ...sentences]
}

function endText(record: RunRecord, width: number): string {
  const { target, status, endDetail, cleanUp, overlay } = record
  const scale = target.scale === 1 ? '' : `, scale ${target.scale}`
  const lines = [`Target: ${target.label}${scale}\n`, `Run ${record.id}: ${status}\n`]
  const ceiling = record.preflight?.clientCeiling
  if (ceiling !== undefined && record.agents === undefined) lines.push(wrapText(ceiling.sentence, width))
  for (const sentence of fleetSentences(record.agents ?? [])) lines.push(wrapText(sentence, width))
  if (endDetail !== null && overlay !== null) lines.push(wrapText(endDetail, width))
  for (const leftover of cleanUp?.leftovers ?? []) lines.push(wrapText(`Left over: ${leftover}`, width))
  return lines.join('')
}
