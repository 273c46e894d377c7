/**
 * Parses the output of `kafka-consumer-perf-test` (`org.apache.kafka.tools.ConsumerPerformance`). The tool prints one
 * line of totals, or with `--show-detailed-stats` one line per reporting interval and no totals. Also parses the line
 * that the script of Confluent's CKU white paper computes from the detailed lines.
 *
 * The tool's "MB" is a MiB of keys and values. The rate excludes the time of joining the group (columns `fetch.*`). As
 * in the white paper, it is last total x 1000 / sum of `fetch.time.ms`.
 */
import type { ImportedClient } from '../../contracts/imported-run.ts'
import { formatCount } from '../../units/count.ts'
import { chainRows, type DetailChain } from './consumer-chains.ts'
import { headingProblems } from './consumer-headings.ts'
import { dateTimePattern, readRow, rowPattern } from './consumer-row.ts'
import { excerpt, type PrintedLine, printedLines } from './printed-lines.ts'
import { rowsInTurn } from './runs-in-turn.ts'
import { numberPattern, scaledNumber } from './tool-number.ts'
import { emptyPart, type LineProblem, mebibyte, type Parsing, type ToolOutput } from './tool-output.ts'
import { keepWindows } from './windows.ts'

const whitePaperLine = new RegExp(String.raw`^Consumer(?: \d+)?: (?<mib>${numberPattern}) MB/sec$`)
const summaryLine = rowPattern([dateTimePattern, dateTimePattern], [4, 8])
const detailLine = rowPattern([dateTimePattern, String.raw`\d+`], [8])
const shape = {
  start: new RegExp(String.raw`^${dateTimePattern}(?:,|$)|^Consumer(?: \d+)?: `),
  whole: [summaryLine, detailLine, whitePaperLine],
}
/** Rows of `kafka-share-consumer-perf-test` begin like those of this tool, so they must not be reported as broken. */
const shareTotal = rowPattern([dateTimePattern, dateTimePattern], [5])
const shareDetail = /, \d+ for share consumer \d+$/
const expected =
  'expected the columns start.time, end.time, data.consumed.in.MB, MB.sec, data.consumed.in.nMsg, nMsg.sec, rebalance.time.ms, fetch.time.ms, fetch.MB.sec, fetch.nMsg.sec (time, threadId, … with --show-detailed-stats)'

/** All consumers in an output. */
export function parseConsumerPerfTest(output: ToolOutput): Parsing {
  const lines = printedLines(output, shape)
  const broken = lines.filter(
    (line) => !line.isWhole && !line.isCut && !shareTotal.test(line.text) && !shareDetail.test(line.text),
  )
  const whole = lines.filter((line) => line.isWhole)
  const problems: LineProblem[] = [
    ...broken.map(({ line, text }) => ({ line, message: `${expected}, found ${excerpt(text)}` })),
    ...headingProblems(output, whole),
    ...whole.flatMap(withoutResult),
    ...rowsInTurn(whole.filter(({ text }) => summaryLine.test(text))),
  ]
  const totals = whole.flatMap((line) => partOfSummary(line, output.name) ?? [])
  const script = whole.flatMap((line) => partOfWhitePaper(line, output.name) ?? [])
  const details = whole.flatMap(({ line, text }) => (detailLine.test(text) ? (readRow(text, 2, line) ?? []) : []))
  // The white paper's script computes its line from the detailed lines, so they must not be counted as well.
  const detailed = script.length > 0 ? script : chainRows(details).map((chain) => partOfChain(chain, output.name))
  const parts = [...totals, ...detailed]
  const idle = idleNote(output.text)
  return { parts: idle === null ? parts : parts.map((part) => ({ ...part, notes: [...part.notes, idle] })), problems }
}

/** A problem if the totals of a row are not numbers, or if a line of totals has no rate. */
function withoutResult({ line, text }: PrintedLine): LineProblem[] {
  const isSummary = summaryLine.test(text)
  if (!isSummary && !detailLine.test(text)) return []
  const row = readRow(text, 2, line)
  const hasRate = row?.recordsPerSec != null && row.bytesPerSec !== null
  if (row !== null && (hasRate || !isSummary)) return []
  const what = row === null ? 'data.consumed.in.MB and data.consumed.in.nMsg' : 'MB.sec and nMsg.sec'
  return [{ line, message: `expected numbers for ${what}, found ${excerpt(text)}; without them the row has no result` }]
}

function consumer(file: string, line: number): ImportedClient {
  return emptyPart({ tool: 'kafka-consumer-perf-test', role: 'consumer', file, line })
}

function partOfSummary({ line, text }: PrintedLine, file: string): ImportedClient | null {
  if (!summaryLine.test(text)) return null
  const row = readRow(text, 2, line)
  if (row === null) return null
  const known = {
    ...consumer(file, line),
    records: row.records === null ? null : Math.round(row.records),
    payloadBytes: row.totalBytes,
  }
  const { fetch } = row
  if (fetch !== null && fetch.durationMs > 0 && fetch.bytesPerSec !== null && fetch.recordsPerSec !== null) {
    return {
      ...known,
      durationMs: fetch.durationMs,
      recordsPerSec: fetch.recordsPerSec,
      payloadBytesPerSec: fetch.bytesPerSec,
      notes: [`Its rate excludes the ${formatCount(fetch.rebalanceMs)} ms that it took to join the group.`],
    }
  }
  return {
    ...known,
    recordsPerSec: row.recordsPerSec,
    payloadBytesPerSec: row.bytesPerSec,
    notes: ['Its rate includes the time of joining the group, which this output does not show separately.'],
  }
}

function partOfWhitePaper({ line, text }: PrintedLine, file: string): ImportedClient | null {
  const groups = whitePaperLine.exec(text)?.groups
  if (groups === undefined) return null
  return { ...consumer(file, line), payloadBytesPerSec: scaledNumber(groups.mib, mebibyte) }
}

function partOfChain(chain: DetailChain, file: string): ImportedClient {
  const { fetchMs, bytes, records, windows, beginsAtRecords } = chain
  const seconds = fetchMs / 1000
  const part = {
    ...consumer(file, chain.lastLine),
    records,
    payloadBytes: bytes,
    durationMs: fetchMs > 0 ? fetchMs : null,
    recordsPerSec: fetchMs > 0 ? records / seconds : null,
    payloadBytesPerSec: fetchMs > 0 ? bytes / seconds : null,
    isCutOff: beginsAtRecords > 0,
    notes: [
      'Its rate is computed from its lines, without the time of joining the group. What it read after the last line is missing.',
      ...(beginsAtRecords > 0
        ? [`Its first line begins at record ${beginsAtRecords}. What was printed before is missing and not counted.`]
        : []),
    ],
  }
  return keepWindows(part, windows)
}

/** A note if a consumer ended by its timeout without records, because its rate includes that idle time; else null. */
function idleNote(text: string): string | null {
  const warning = /Exiting before consuming the expected number of (?:records|messages): timeout \((\d+) ms\)/.exec(
    text,
  )
  if (warning === null) return null
  return `A consumer ended by its timeout of ${warning[1]} ms without records. Its rate includes that idle time.`
}
