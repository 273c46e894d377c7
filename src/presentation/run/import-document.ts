/**
 * The report on an imported run, with its sections in order.
 */

import { importChart } from '../../charts/import-chart.ts'
import { figureNames } from '../../contracts/figures.ts'
import type { ImportedLatency } from '../../contracts/imported-run.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { type OutputsRun, runLabel, runName } from '../../contracts/run-record.ts'
import { clientsOf, latencyLabels, missingMetrics } from '../../evidence/imported-clients.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { dayOfEpochMs, formatDay } from '../../units/calendar-day.ts'
import { formatCount } from '../../units/count.ts'
import { formatDuration, formatMicroseconds } from '../../units/duration.ts'
import { joinNames } from '../../units/join-names.ts'
import { groupDigits } from '../../units/number-text.ts'
import {
  type Block,
  blocks,
  type Content,
  chart,
  type Document,
  facts,
  list,
  numberCell,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { figureLabels } from '../labels.ts'
import { figureValue, signedPercent, utcTime, valueWithBounds } from '../report-facts.ts'
import {
  assumptionsSection,
  calibrationBlocks,
  limitsSection,
  predictionSection,
} from '../sizing/prediction-sections.ts'
import { importAnswer } from './run-answer.ts'

/** The report on an imported run. */
export function importDocument(run: OutputsRun): Document {
  const { prediction, offering } = run
  return {
    subject: 'Headroom report of an imported run',
    title: runName(run),
    answer: importAnswer(run),
    introduction: introductionBlocks(run),
    sections: [
      ...timelineSections(run),
      clientsSection(run),
      missingSection(run),
      ...(prediction === null || offering === null
        ? []
        : predictionSections(prediction, offering, formatDay(dayOfEpochMs(run.createdAtEpochMs)))),
      filesSection(run),
    ],
    closing: 'Made by Headroom from what other tools measured. The JSON beside this file holds every figure of it.',
  }
}

/** The imported rates over time. Empty if the tools only printed totals. */
function timelineSections(run: OutputsRun): Section[] {
  const charts = (['ingress', 'egress'] as const).flatMap((direction) => {
    const description = importChart(run, direction)
    return description === null ? [] : [chart(`chart-${direction}`, description)]
  })
  if (charts.length === 0) return []
  const title = run.prediction === null ? 'What was imported, over time' : 'Imported against predicted'
  const calibration = run.prediction === null ? [] : calibrationBlocks(run.prediction)
  return [{ id: 'overlay', title, marks: run.overlay?.marks ?? [], blocks: [...charts, ...calibration] }]
}

function predictionSections(
  prediction: Prediction,
  { unitName }: Pick<Offering, 'unitName'>,
  runDay: string,
): Section[] {
  const figuresSection = predictionSection({ prediction, unitName, noSize: null }, runDay)
  return [figuresSection, limitsSection(prediction), assumptionsSection(prediction)].map((section) => ({
    ...section,
    isDetail: true,
  }))
}

function introductionBlocks(run: OutputsRun): Block[] {
  const { repeats, files } = run.observations
  return blocks(
    facts([
      ['Origin', runLabel(run)],
      ['Imported', utcTime(run.createdAtEpochMs)],
      ['Files', formatCount(files.length)],
      ['Repeats', formatCount(repeats.length)],
      ['Run', run.id],
    ]),
    importedFigures(run),
    run.notes.length > 0 && list(run.notes),
  )
}

/** The imported figures beside the predicted ones. */
export function importedFigures({ observations: { figures, intervals }, prediction }: OutputsRun): Block {
  const measured = [textCell('Figure'), numberCell('Imported')]
  const headings = prediction === null ? measured : [...measured, numberCell('Predicted'), numberCell('Difference')]
  const rows = figureNames.map((figure) => {
    const [mean, interval, band] = [figures[figure], intervals?.[figure] ?? null, prediction?.expected[figure] ?? null]
    const imported = mean === null ? notReported : figureValue(figure, mean)
    const cells = [
      textCell(figureLabels[figure]),
      numberCell(interval === null ? imported : valueWithBounds(figure, mean ?? interval.mean, interval)),
    ]
    if (band === null) return cells
    const error = mean === null || band.likely === 0 ? null : mean / band.likely - 1
    return [...cells, numberCell(valueWithBounds(figure, band.likely, band)), numberCell(signedPercent(error))]
  })
  const below = [
    ...(intervals === null ? [] : ['the 95 % interval over repeats']),
    ...(prediction === null ? [] : ['the predicted band']),
  ]
  const caption = `Imported figures, summed over the clients${below.length === 0 ? '' : `; below each: ${joinNames(below)}`}`
  return table(caption, headings, rows)
}

/** Shown instead of a figure that the tools do not print. */
export const notReported = 'not reported'

/** Shown instead of a value that the tool of one client does not print. */
const none = '–'

/** The figures and latencies of each client, as its tool printed them. */
export function clientsSection(run: OutputsRun): Section {
  const clients = clientsOf(run.observations)
  const rows = clients.map(({ client, part }) => [
    textCell(client),
    textCell(`${part.file}, line ${part.line}`),
    numberCell(part.records === null ? none : formatCount(part.records)),
    numberCell(part.durationMs === null ? none : formatDuration(part.durationMs)),
    numberCell(part.payloadBytesPerSec === null ? none : clientPayload(part.payloadBytesPerSec)),
  ])
  const latencies = clients.flatMap(({ client, part }) => part.latencies.map((each) => latencyRow(client, each)))
  const notes = clients.flatMap(({ client, part }) => part.notes.map((note) => `${client}: ${note}`))
  return {
    id: 'clients',
    title: 'The clients',
    marks: [],
    blocks: blocks(
      table(
        'What each client measured',
        [textCell('Client'), textCell('From'), numberCell('Records'), numberCell('Time'), numberCell('Payload')],
        rows,
      ),
      latencies.length > 0 &&
        table('Latency as the tools printed it', [textCell('Client'), textCell('Of'), ...latencyHeadings], latencies),
      notes.length > 0 && list(notes),
    ),
  }
}

/** A payload rate in MB/s, and below in MiB/s with two decimals, as Kafka's tools print it. */
function clientPayload(bytesPerSec: number): Content {
  return [formatByteRate(bytesPerSec), span('line', span('quiet', `${groupDigits(bytesPerSec / 2 ** 20, 2)} MiB/s`))]
}

const latencyHeadings = ['Mean', '50 %', '95 %', '99 %', '99.9 %', 'Largest'].map((text) => numberCell(text))

function latencyRow(client: string, { kind, meanUs, p50Us, p95Us, p99Us, p999Us, maxUs }: ImportedLatency) {
  const values = [meanUs, p50Us, p95Us, p99Us, p999Us, maxUs]
  const cells = values.map((value) => numberCell(value === null ? none : formatMicroseconds(value)))
  return [textCell(client), textCell(latencyLabels[kind]), ...cells]
}

/** Metrics that a reader may expect, but that these outputs do not have. */
export function missingSection(run: OutputsRun): Section {
  return { id: 'not-proven', title: 'What these outputs do not report', marks: [], blocks: [list(missingMetrics(run))] }
}

function filesSection({ observations: { files } }: OutputsRun): Section {
  return {
    id: 'appendix',
    title: 'The imported files',
    marks: [],
    isDetail: true,
    blocks: [
      table(
        'Files, with the SHA-256 checksum of what was read',
        [textCell('File'), numberCell('Bytes'), textCell('SHA-256')],
        files.map(({ name, bytes, sha256 }) => [textCell(name), numberCell(formatCount(bytes)), textCell(sha256)]),
      ),
    ],
  }
}
