/**
 * Parses the output of `kafka-producer-perf-test` (`org.apache.kafka.tools.ProducerPerformance`). The tool prints one
 * line per reporting interval and a total. With `--warmup-records` (KIP-1052) it prints a second total, of the steady
 * state. Also parses the line that the script of Confluent's CKU white paper cuts out of the total.
 *
 * The tool's "MB" is a MiB of values, without keys and before compression. Its latency is measured from just before
 * `send()` to the acknowledgement.
 */
import type { ImportedClient, ImportedLatency, ImportedWindow } from '../../contracts/imported-run.ts'
import { excerpt, type PrintedLine, printedLines } from './printed-lines.ts'
import { type PrintedTotal, producersInTurn } from './runs-in-turn.ts'
import { numberPattern, scaledNumber } from './tool-number.ts'
import { emptyPart, type LineProblem, mebibyte, type Parsing, type ToolOutput } from './tool-output.ts'
import { keepWindows, totalsOfWindows } from './windows.ts'

const n = numberPattern
// Older versions of the tool (0.8.2, for example) print the maximum of a line of progress without its unit.
const latencyPattern = `(?<mean>${n}) ms avg latency, (?<max>${n}) (?:ms )?max latency`
const percentilePattern = String.raw`(?<p50>\d+) ms 50th, (?<p95>\d+) ms 95th, (?<p99>\d+) ms 99th, (?<p999>\d+) ms 99\.9th`
const recordLine = new RegExp(
  String.raw`^(?<records>\d+)(?<steady> steady state)? records sent, (?<rate>${n}) records/sec \((?<mib>${n}) MB/sec\), ${latencyPattern}(?:, ${percentilePattern})?\.?$`,
)
const whitePaperLine = new RegExp(
  String.raw`^Producer: \(?(?<mib>${n}) MB/sec\)?, ${latencyPattern}, ${percentilePattern}\.?$`,
)
const shape = {
  start: /^\d+(?: steady state)? records sent\b|^Producer: /,
  whole: [recordLine, whitePaperLine],
}
const expected =
  'expected a line like "59943 records sent, 29926.6 records/sec (14.61 MB/sec), 13.6 ms avg latency, 251.0 ms max latency."'

type Groups = Readonly<Record<string, string | undefined>>

/** All producers in an output. */
export function parseProducerPerfTest(output: ToolOutput): Parsing {
  const lines = printedLines(output, shape)
  const broken = lines.filter((line) => !line.isWhole && !line.isCut)
  const { parts, totals } = collectParts(lines, output.name)
  const problems: LineProblem[] = [
    ...broken.map(({ line, text }) => ({ line, message: `${expected}, found ${excerpt(text)}` })),
    ...lines.filter(({ isWhole }) => isWhole).flatMap(withoutNumbers),
    ...producersInTurn(totals),
  ]
  const failures = failureNote(output.text)
  const noted = failures === null ? parts : parts.map((part) => ({ ...part, notes: [...part.notes, failures] }))
  return { parts: noted, problems }
}

/**
 * A problem if a figure of the line is not a number. The tool divides by zero only if it sent no record, or if it ran for
 * less than a millisecond. Such a total says nothing. An interval without records is no problem.
 */
function withoutNumbers({ line, text }: PrintedLine): LineProblem[] {
  const groups = (recordLine.exec(text) ?? whitePaperLine.exec(text))?.groups ?? {}
  if (groups.p50 === undefined && groups.records === '0') return []
  const missing = figureNames.filter(([name]) => groups[name] !== undefined && scaledNumber(groups[name], 1) === null)
  if (missing.length === 0) return []
  const names = missing.map(([, shown]) => shown).join(', ')
  return [
    { line, message: `expected numbers for ${names}, found ${excerpt(text)}; without them the line has no result` },
  ]
}

const figureNames = [
  ['rate', 'records/sec'],
  ['mib', 'MB/sec'],
  ['mean', 'avg latency'],
  ['max', 'max latency'],
] as const

/** Interval lines belong to the next total. A total of the steady state belongs to the previous total. */
function collectParts(
  lines: readonly PrintedLine[],
  file: string,
): { readonly parts: ImportedClient[]; readonly totals: PrintedTotal[] } {
  const parts: ImportedClient[] = []
  const totals: PrintedTotal[] = []
  const whitePaperParts: ImportedClient[] = []
  let openLines: { line: number; groups: Groups }[] = []
  for (const { line, text, isWhole } of lines) {
    if (!isWhole) continue
    const groups = recordLine.exec(text)?.groups
    const whitePaperGroups = whitePaperLine.exec(text)?.groups
    if (whitePaperGroups !== undefined) whitePaperParts.push(partOfTotal(whitePaperGroups, file, line))
    if (groups === undefined) continue
    const before = parts.at(-1)
    if (groups.steady !== undefined && before !== undefined && openLines.length === 0) {
      parts[parts.length - 1] = steadyPart(before, partOfTotal(groups, file, line))
    } else if (groups.p50 === undefined) {
      openLines.push({ line, groups })
    } else {
      const total = partOfTotal(groups, file, line)
      const windows = openLines.map(windowOf).filter((window) => window !== null)
      parts.push(withWindows(total, windows))
      totals.push({ firstLine: openLines[0]?.line ?? line, line, durationMs: total.durationMs, windows })
      openLines = []
    }
  }
  if (openLines.length > 0) parts.push(cutOffPart(openLines, file))
  // The white paper's line repeats a part of the total, so it is used only if the total itself is missing.
  return { parts: parts.length > 0 ? parts : whitePaperParts, totals }
}

function partOfTotal(groups: Groups, file: string, line: number): ImportedClient {
  const records = scaledNumber(groups.records, 1)
  const recordsPerSec = scaledNumber(groups.rate, 1)
  return {
    ...emptyPart({ tool: 'kafka-producer-perf-test', role: 'producer', file, line }),
    records,
    durationMs: durationOf(records, recordsPerSec),
    recordsPerSec,
    payloadBytesPerSec: scaledNumber(groups.mib, mebibyte),
    latencies: [latencyOf(groups)],
  }
}

/** The duration from records and rate, because the tool does not print it. */
function durationOf(records: number | null, recordsPerSec: number | null): number | null {
  return records === null || recordsPerSec === null || records === 0 || recordsPerSec === 0
    ? null
    : (records / recordsPerSec) * 1000
}

function latencyOf(groups: Groups): ImportedLatency {
  const us = (name: string) => scaledNumber(groups[name], 1000)
  return {
    kind: 'service',
    ...{
      meanUs: us('mean'),
      p50Us: us('p50'),
      p95Us: us('p95'),
      p99Us: us('p99'),
      p999Us: us('p999'),
      maxUs: us('max'),
    },
  }
}

function windowOf({ groups }: { readonly groups: Groups }): ImportedWindow | null {
  const recordsPerSec = scaledNumber(groups.rate, 1)
  const durationMs = durationOf(scaledNumber(groups.records, 1), recordsPerSec)
  if (recordsPerSec === null || durationMs === null) return null
  return { durationMs, recordsPerSec, payloadBytesPerSec: scaledNumber(groups.mib, mebibyte) }
}

function withWindows(part: ImportedClient, windows: readonly ImportedWindow[]): ImportedClient {
  const isIntermixed = part.records !== null && totalsOfWindows(windows).records > part.records * 1.001
  if (!isIntermixed) return keepWindows(part, windows)
  const note = 'The lines before its total mix several producers and were left out; the total is used.'
  return { ...part, notes: [...part.notes, note] }
}

function steadyPart(whole: ImportedClient, steady: ImportedClient): ImportedClient {
  const warmUp = (whole.records ?? 0) - (steady.records ?? 0)
  const rate = ((whole.payloadBytesPerSec ?? 0) / mebibyte).toFixed(2)
  const note = `Its figures are of the steady state, without ${warmUp} records of warm-up; with them it was ${rate} MiB/s.`
  return { ...steady, windows: whole.windows, notes: [...whole.notes, note] }
}

/** A producer whose total is missing. Its figures are computed from interval lines, which have no percentiles. */
function cutOffPart(openLines: readonly { line: number; groups: Groups }[], file: string): ImportedClient {
  const windows = openLines.map(windowOf).filter((window) => window !== null)
  const totals = totalsOfWindows(windows)
  const means = openLines.map(
    ({ groups }) => [scaledNumber(groups.records, 1) ?? 0, scaledNumber(groups.mean, 1000)] as const,
  )
  const known = means.filter((pair): pair is readonly [number, number] => pair[1] !== null)
  const weight = known.reduce((sum, [records]) => sum + records, 0)
  const maxima = openLines.flatMap(({ groups }) => scaledNumber(groups.max, 1000) ?? [])
  const nothing = { p50Us: null, p95Us: null, p99Us: null, p999Us: null }
  const part = {
    ...emptyPart({
      tool: 'kafka-producer-perf-test',
      role: 'producer',
      file,
      line: openLines.at(-1)?.line ?? 1,
    } as const),
    ...totals,
    latencies: [
      {
        kind: 'service' as const,
        meanUs: weight === 0 ? null : known.reduce((sum, [records, mean]) => sum + records * mean, 0) / weight,
        ...nothing,
        maxUs: maxima.length === 0 ? null : Math.max(...maxima),
      },
    ],
    isCutOff: true,
    notes: ['Its output ends without a total, so its figures are computed from the other lines.'],
  }
  return keepWindows(part, windows)
}

/**
 * A note if records failed; else null. The tool prints a stack trace for each failed record and does not count them.
 */
function failureNote(text: string): string | null {
  const failures = text.match(/^(?:[\w$.]+\.)?\w*(?:Exception|Error)(?=:|\s*$)/gm) ?? []
  const [first] = failures
  if (first === undefined) return null
  const name = first.slice(first.lastIndexOf('.') + 1)
  return `The output holds ${failures.length} error${failures.length === 1 ? '' : 's'} (first ${name}); the tool does not count records that failed.`
}
