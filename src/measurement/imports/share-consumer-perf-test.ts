/**
 * Parses the output of `kafka-share-consumer-perf-test` (`org.apache.kafka.tools.ShareConsumerPerformance`). The tool
 * prints one line of totals over its consumers. Its columns are in another order than those of
 * `kafka-consumer-perf-test`.
 */
import type { ImportedClient } from '../../contracts/imported-run.ts'
import { headingProblems } from './consumer-headings.ts'
import { dateTimePattern, rowPattern } from './consumer-row.ts'
import { excerpt, printedLines } from './printed-lines.ts'
import { rowsInTurn } from './runs-in-turn.ts'
import { scaledNumber } from './tool-number.ts'
import { emptyPart, type LineProblem, mebibyte, type Parsing, type ToolOutput } from './tool-output.ts'

const totalLine = rowPattern([dateTimePattern, dateTimePattern], [5])

/**
 * All processes in an output. Lines of single consumers and of intervals (`--show-consumer-stats`,
 * `--show-detailed-stats`) are included in the total, so they are skipped. The parser of `kafka-consumer-perf-test`
 * reports broken rows, because rows of both tools begin alike.
 */
export function parseShareConsumerPerfTest(output: ToolOutput): Parsing {
  const lines = printedLines(output, { start: totalLine, whole: [totalLine] })
  const parts = lines.map(({ line, text }) => ({ text, part: partOf(text, output.name, line) }))
  const problems: LineProblem[] = parts.flatMap(
    ({ text, part: { line, records, recordsPerSec, payloadBytesPerSec } }) =>
      [records, recordsPerSec, payloadBytesPerSec].includes(null)
        ? [{ line, message: `expected numbers in all columns, found ${excerpt(text)}` }]
        : [],
  )
  return {
    parts: parts.map(({ part }) => part),
    problems: [...problems, ...headingProblems(output, lines), ...rowsInTurn(lines)],
  }
}

function partOf(text: string, file: string, line: number): ImportedClient {
  const [, , mib, mibPerSec, recordsPerSec, records, fetchMs] = text.split(/,\s+/)
  const durationMs = scaledNumber(fetchMs, 1)
  return {
    ...emptyPart({ tool: 'kafka-share-consumer-perf-test', role: 'consumer', file, line }),
    records: scaledNumber(records, 1),
    payloadBytes: scaledNumber(mib, mebibyte),
    durationMs: durationMs === null || durationMs <= 0 ? null : durationMs,
    recordsPerSec: scaledNumber(recordsPerSec, 1),
    payloadBytesPerSec: scaledNumber(mibPerSec, mebibyte),
    notes: ['Its rate includes the time of joining the share group, which this tool does not show separately.'],
  }
}
