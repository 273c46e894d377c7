/**
 * The figures of a run with Kafka's own tools as clients: rates over whole quota windows after the burn-in, computed from
 * the progress lines of each client.
 */
import type { ImportedClient, KnownFigures, KnownIntervals } from '../contracts/imported-run.ts'
import { minSteadyWindows } from '../contracts/plan-windows.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { ToolOutput } from '../contracts/runner-protocol.ts'
import { batchMeansInterval, meanOf } from './batch-means.ts'
import { parseOutput } from './imports/parse-outputs.ts'
import { sumParts } from './imports/sum-parts.ts'

/** The figures of a run whose clients were Kafka's own tools or Trogdor. */
export interface PerfTestRun {
  /** The clients, as parsed from their outputs. */
  readonly parts: readonly ImportedClient[]
  /** Means over the windows, or sums of the clients' own totals if there is no whole window. */
  readonly figures: KnownFigures
  /** Intervals by batch means over the windows; null if there are too few windows. */
  readonly intervals: KnownIntervals | null
  /** Number of whole quota windows that the progress of every client covers. */
  readonly windows: number
  /** Sentences on what is missing or doubtful. */
  readonly notes: readonly string[]
}

/** Patterns of progress lines. Lines with totals do not match. */
const progressLine = {
  producer: /^\d+ records sent, .* ms max latency\.$/,
  consumer: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d:\d{3}, \d+, /,
}

/** The running totals of a client at a time since the agreed start. */
interface Reading {
  readonly atMs: number
  readonly records: number
  readonly payloadBytes: number
}

interface Client {
  readonly part: ImportedClient
  readonly readings: readonly Reading[]
}

/** Computes the figures of a plan's clients from their outputs. If one printed no figures, all figures are null. */
export function measurePerfTest(plan: RunPlan, outputs: readonly ToolOutput[]): PerfTestRun {
  const read = outputs.map((output) => ({ output, client: readClient(output) }))
  const clients = read.flatMap(({ client }) => client ?? [])
  const parts = clients.map(({ part }) => part)
  const silentNotes = read.filter(({ client }) => client === null).map(({ output }) => silentNote(output))
  const isWhole = silentNotes.length === 0
  const windows = isWhole ? cutWindows(plan, clients) : []
  const means = windows.map((window) => figuresOver(clients, window))
  const figures =
    means.length === 0 ? (isWhole ? sumParts(parts) : noFigures) : byFigure((name) => meanKnown(means, name))
  const intervals = means.length < minSteadyWindows ? null : byFigure((name) => intervalKnown(means, name))
  return { parts, figures, intervals, windows: means.length, notes: [...silentNotes, ...startNote(clients)] }
}

const noFigures = byFigure(() => null)

function byFigure<T>(value: (name: keyof KnownFigures) => T): Record<keyof KnownFigures, T> {
  return {
    ingressWireBytesPerSec: value('ingressWireBytesPerSec'),
    ingressPayloadBytesPerSec: value('ingressPayloadBytesPerSec'),
    egressWireBytesPerSec: value('egressWireBytesPerSec'),
    egressPayloadBytesPerSec: value('egressPayloadBytesPerSec'),
    recordsPerSec: value('recordsPerSec'),
  }
}

function meanKnown(all: readonly KnownFigures[], name: keyof KnownFigures): number | null {
  const values = all.flatMap((figures) => figures[name] ?? [])
  return values.length === 0 ? null : meanOf(values)
}

function intervalKnown(all: readonly KnownFigures[], name: keyof KnownFigures) {
  const values = all.flatMap((figures) => figures[name] ?? [])
  return values.length === 0 ? null : batchMeansInterval(values)
}

/** Parses the output of a client; null if it contains no line of a tool. */
function readClient(output: ToolOutput): Client | null {
  const text = output.lines.map((line) => line.text).join('\n')
  const [part] = parseOutput({ name: output.name, text }, []).parts
  if (part === undefined) return null
  const endMs = output.lines.findLast((line) => progressLine[output.role].test(line.text))?.atMs
  return { part, readings: endMs === undefined ? [] : readingsOf(part, endMs) }
}

/**
 * Converts progress windows to running totals. The windows follow each other without gaps, and the last one ends at
 * `endMs`, when its line was printed.
 */
function readingsOf(
  { windows, records, durationMs, payloadBytesPerSec, isCutOff }: ImportedClient,
  endMs: number,
): Reading[] {
  const startMs = endMs - windows.reduce((sum, window) => sum + window.durationMs, 0)
  let last: Reading = { atMs: startMs, records: 0, payloadBytes: 0 }
  const readings = [last]
  for (const window of windows) {
    const seconds = window.durationMs / 1000
    last = {
      atMs: last.atMs + window.durationMs,
      records: last.records + window.recordsPerSec * seconds,
      payloadBytes: last.payloadBytes + (window.payloadBytesPerSec ?? 0) * seconds,
    }
    readings.push(last)
  }
  // A producer prints no progress line for its last records. Only its total contains them.
  if (isCutOff || records === null || durationMs === null || startMs + durationMs <= last.atMs) return readings
  const payloadBytes = ((payloadBytesPerSec ?? 0) * durationMs) / 1000
  return [...readings, { atMs: startMs + durationMs, records, payloadBytes }]
}

interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * The whole quota windows after the burn-in that the progress of all clients covers. The burn-in counts from the agreed
 * start. If the last producer's Java process took longer than half a quota window to start, the burn-in begins that
 * much later.
 */
function cutWindows(plan: RunPlan, clients: readonly Client[]): TimeSpan[] {
  const starts = clients.map(({ readings }) => readings[0]?.atMs ?? Number.POSITIVE_INFINITY)
  const ends = clients.map(({ readings }) => readings.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY)
  const producerStarts = clients.flatMap(({ part }, index) => (part.role === 'producer' ? (starts[index] ?? []) : []))
  const lateMs = Math.max(0, Math.max(...producerStarts) - plan.quotaWindowMs / 2)
  const firstMs = plan.burnInMs + lateMs
  const lastMs = Math.min(plan.durationMs + lateMs, ...ends)
  const count = Math.max(0, Math.floor((lastMs - firstMs) / plan.quotaWindowMs))
  if (!Number.isFinite(count)) return []
  return Array.from({ length: count }, (_, index) => {
    const fromMs = firstMs + index * plan.quotaWindowMs
    return { fromMs, toMs: fromMs + plan.quotaWindowMs }
  })
}

function figuresOver(clients: readonly Client[], span: TimeSpan): KnownFigures {
  const producers = clients.filter(({ part }) => part.role === 'producer')
  const consumers = clients.filter(({ part }) => part.role === 'consumer')
  return {
    ingressWireBytesPerSec: null,
    ingressPayloadBytesPerSec: rateOver(producers, span, ({ payloadBytes }) => payloadBytes),
    egressWireBytesPerSec: null,
    egressPayloadBytesPerSec: rateOver(consumers, span, ({ payloadBytes }) => payloadBytes),
    recordsPerSec: rateOver(producers, span, ({ records }) => records),
  }
}

function rateOver(
  clients: readonly Client[],
  { fromMs, toMs }: TimeSpan,
  value: (reading: Reading) => number,
): number | null {
  if (clients.length === 0) return null
  const increases = clients.map(({ readings }) => totalAt(readings, toMs, value) - totalAt(readings, fromMs, value))
  return (increases.reduce((sum, increase) => sum + increase, 0) * 1000) / (toMs - fromMs)
}

/** The running total at a time, interpolated between readings: 0 before the first, the last total after the last. */
function totalAt(readings: readonly Reading[], atMs: number, value: (reading: Reading) => number): number {
  const after = readings.findIndex((reading) => reading.atMs >= atMs)
  const [before, next] = [readings[after - 1], readings.at(after)]
  if (next === undefined) return 0
  if (before === undefined) return value(next)
  const share = (atMs - before.atMs) / (next.atMs - before.atMs)
  return value(before) + share * (value(next) - value(before))
}

function silentNote({ name, role, end, lines }: ToolOutput): string {
  const lastLine = lines
    .findLast(({ text }) => text.trim() !== '')
    ?.text.trim()
    .slice(0, 200)
  const ending = end === null ? '' : ` and ${end}`
  const quote = lastLine === undefined ? '' : `; its last line: ${lastLine}`
  return `The ${role} ${name} printed no figures${ending}${quote}. Sums without it would be wrong, so none is given.`
}

function startNote(clients: readonly Client[]): string[] {
  const starts = clients.flatMap(({ part, readings }) => (part.role === 'producer' ? (readings[0]?.atMs ?? []) : []))
  if (starts.length === 0) return []
  const seconds = (Math.max(...starts) / 1000).toFixed(1)
  return [
    `The last producer began to send ${seconds} s after the agreed start, because each is a separate Java process.`,
  ]
}
