/**
 * The measured sections of a run's report: the overlay chart, latency, and what held the rate.
 */
import { type LatencyCurves, type LatencyName, latencyChart } from '../../../charts/latency-chart.ts'
import { type TimelinePoint, timelinePoints } from '../../../charts/timeline-points.ts'
import { type Direction, validationTimelineChart } from '../../../charts/validation-timeline-chart.ts'
import { comparedShares } from '../../../contracts/compared-shares.ts'
import { type FigureName, figureNames } from '../../../contracts/figures.ts'
import { limiterRecords } from '../../../contracts/limiters.ts'
import type { Result } from '../../../contracts/result.ts'
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Sample } from '../../../contracts/sample.ts'
import { asPredicted } from '../../../evidence/without-request-framing.ts'
import { formatCount } from '../../../units/count.ts'
import { formatMicroseconds } from '../../../units/duration.ts'
import { significantDigits } from '../../../units/number-text.ts'
import { formatPercent } from '../../../units/ratio.ts'
import {
  type Block,
  blocks,
  chart,
  facts,
  heading,
  list,
  numberCell,
  paragraph,
  type Section,
  table,
  textCell,
} from '../../document.ts'
import { figureLabels } from '../../labels.ts'
import { figureBounds, figureValue, marksOf } from '../../report-facts.ts'
import { measuredLatencySentence } from '../../sizing/latency-sections.ts'
import { calibrationBlocks } from '../../sizing/prediction-sections.ts'
import { observedSentences } from '../observed-sentences.ts'
import { whatToDo } from '../what-to-do.ts'

function timeline(record: MeasuredRecord, points: readonly TimelinePoint[], direction: Direction): Block {
  const { result, plan, prediction } = record
  const figure = direction === 'ingress' ? 'ingressWireBytesPerSec' : 'egressWireBytesPerSec'
  const description = validationTimelineChart({
    prediction,
    points,
    durationMs: plan.durationMs,
    burnInMs: plan.burnInMs,
    steady: result?.steadyWindow ?? null,
    steadyInterval: result?.steady?.[figure] ?? null,
    framing: result?.framing,
    direction,
  })
  return chart(`chart-${direction}`, description)
}

/** The share of a figure that the prediction counts too. Usually it leaves out the bytes of framing of requests. */
function shareOf(figure: FigureName, { ingress, egress }: ReturnType<typeof comparedShares>): number {
  if (figure === 'ingressWireBytesPerSec') return ingress
  return figure === 'egressWireBytesPerSec' ? egress : 1
}

/** The measured figures. Wire bytes are counted as in the prediction, the chart and the verdict. */
function figuresTable({ prediction }: Pick<MeasuredRecord, 'prediction'>, result: Result): Block {
  const { wholeRun, framing } = result
  const steady = result.steady === null ? null : asPredicted(result.steady, prediction, framing)
  const shares = comparedShares(prediction, framing)
  return table(
    'Measured figures',
    [textCell('Figure'), numberCell('Steady, mean'), numberCell('95 % interval'), numberCell('Whole run')],
    figureNames.map((figure) => {
      const interval = steady?.[figure]
      return [
        textCell(figureLabels[figure]),
        numberCell(interval === undefined ? 'no steady window' : figureValue(figure, interval.mean)),
        numberCell(interval === undefined ? '–' : figureBounds(figure, interval, interval.mean)),
        numberCell(figureValue(figure, wholeRun[figure] * shareOf(figure, shares))),
      ]
    }),
  )
}

/** Measured against predicted rates for every second, in both directions. */
export function overlaySection(record: MeasuredRecord, samples: readonly Sample[]): Section {
  const points = timelinePoints(samples, record.prediction, record.plan.durationMs)
  return {
    id: 'overlay',
    title: 'Measured against predicted',
    marks: marksOf(record),
    blocks: blocks(
      timeline(record, points, 'ingress'),
      record.plan.consumerGroups.length > 0 && timeline(record, points, 'egress'),
      calibrationBlocks(record.prediction),
      record.result !== null && figuresTable(record, record.result),
    ),
  }
}

/** Names of the latencies, with their first and last event. */
const latencyLabels: Readonly<Record<LatencyName, string>> = {
  response: 'Response (intended to acknowledged)',
  service: 'Service (sent to acknowledged)',
  scheduleDelay: 'Schedule delay (intended to sent)',
  endToEnd: 'End to end (intended to received)',
}

function latencyTable({ latency }: Result): Block | null {
  const names: readonly LatencyName[] = ['response', 'service', 'scheduleDelay', 'endToEnd']
  const rows = names.flatMap((name) => {
    const summary = latency[name]
    if (summary === null) return []
    const values = [summary.p50Us, summary.p95Us, summary.p99Us, summary.maxUs]
    return [[textCell(latencyLabels[name]), ...values.map((value) => numberCell(formatMicroseconds(value)))]]
  })
  const headings = [textCell('Time'), ...['p50', 'p95', 'p99', 'Longest'].map((text) => numberCell(text))]
  return rows.length === 0 ? null : table('Percentiles over the whole load', headings, rows)
}

/** Latency by percentile. */
export function latencySection(record: MeasuredRecord, result: Result, curves: LatencyCurves): Section {
  // Simulated brokers are not Kafka, and embedded brokers stand for a service, whose latency is not predicted.
  const isCluster = record.target.kind === 'connection'
  const compared = isCluster ? measuredLatencySentence(record.prediction, result.latency.response) : null
  const predicted = isCluster ? (record.prediction.latency?.produce?.medianMs ?? null) : null
  return {
    id: 'latency',
    title: 'Latency',
    marks: marksOf(record),
    blocks: blocks(
      chart('chart-latency', latencyChart(result, curves, predicted)),
      compared !== null && paragraph(compared),
      latencyTable(result),
    ),
  }
}

function optional(value: number | null, text: (value: number) => string): string {
  return value === null ? 'not known' : text(value)
}

function compressionFact({ measuredRatio, statedRatio }: NonNullable<Result['compression']>): [string, string] {
  const stated = `the workload states ${formatPercent(statedRatio)}`
  return ['Records compressed to', `${optional(measuredRatio, formatPercent)} of their bytes; ${stated}`]
}

/** The acknowledged share of the part that is judged. The share of the whole load may differ. */
function acknowledgedText({ ackedRatio, steady, accounting }: Result): string {
  const { offeredRecords, ackedRecords } = accounting
  // Rates are means over pairs of quota windows, in which the first and the last window weigh less. So the quotient of two
  // rates may differ from this share by a percent.
  const part =
    steady === null
      ? 'after the burn-in'
      : 'in the steady part, each second alike (rates give its first and last quota window less weight)'
  return `${formatPercent(ackedRatio)} ${part}; ${formatCount(ackedRecords)} of ${formatCount(offeredRecords)} records in all`
}

/** What held the rate, with the evidence. */
export function diagnosisSection(record: MeasuredRecord, result: Result): Section {
  const { diagnosis, throttle, client } = result
  const readings = facts([
    ['Limited by', limiterRecords[diagnosis.limiter].label],
    ['Longest throttle, whole load', formatMicroseconds(throttle.maxMs * 1_000)],
    [
      'Seconds throttled, whole load',
      `producers ${formatPercent(throttle.producerSecondsFraction)}, consumers ${formatPercent(throttle.consumerSecondsFraction)}`,
    ],
    ['Acknowledged of offered', acknowledgedText(result)],
    ['Requests', `${formatCount(result.requestsPerSec)} requests/s`],
    ['Records per batch', optional(result.recordsPerBatch, significantDigits)],
    ...(result.compression === undefined ? [] : [compressionFact(result.compression)]),
    ['Hottest partition', optional(result.partitionSkew, (skew) => `${significantDigits(skew)} times its even share`)],
    [
      'Client cost',
      `busiest worker ${significantDigits(client.maxWorkerCpuCores)} cores, event loop late by up to ${significantDigits(client.eventLoopLagMaxMs)} ms, host ${optional(client.hostCpuMean, formatPercent)}`,
    ],
  ])
  return {
    id: 'diagnosis',
    title: 'What held the rate, and what to do',
    marks: marksOf(record),
    blocks: [
      paragraph(diagnosis.sentence),
      list(whatToDo(record)),
      heading(result.steady === null ? 'Evidence, over the whole load' : 'Evidence, over the steady windows'),
      facts(diagnosis.evidence.map(({ label, value }): [string, string] => [label, value])),
      heading('Other readings'),
      readings,
      ...observedSentences(result, record.overlay).map((text) => paragraph(text)),
    ],
  }
}
