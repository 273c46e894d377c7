/**
 * Recognises outputs of benchmark tools by their content, and parses them.
 */
import type { Problem } from '../../contracts/app-error.ts'
import type { ImportColumn } from '../../contracts/import-columns.ts'
import {
  type ImportedClient,
  type ImportedLatency,
  importedClient,
  importedTools,
} from '../../contracts/imported-run.ts'
import { check } from '../../contracts/parse.ts'
import { formatMicroseconds } from '../../units/duration.ts'
import { parseConsumerPerfTest } from './consumer-perf-test.ts'
import { parseCsvRows } from './csv-rows.ts'
import { describeMisplacedFile } from './misplaced-files.ts'
import { parseOpenMessaging } from './openmessaging.ts'
import { parseProducerPerfTest } from './producer-perf-test.ts'
import { parseRdkafkaPerformance } from './rdkafka-performance.ts'
import { parseSangrenel } from './sangrenel.ts'
import { parseShareConsumerPerfTest } from './share-consumer-perf-test.ts'
import type { LineProblem, Parsing, ToolOutput } from './tool-output.ts'
import { parseTrogdor } from './trogdor.ts'
import { describeUnfinishedOutput } from './unfinished-outputs.ts'

/** One parser per tool. An output may contain lines of several tools, so each parser looks for lines of its tool. */
const parsers: readonly ((output: ToolOutput) => Parsing)[] = [
  parseProducerPerfTest,
  parseConsumerPerfTest,
  parseShareConsumerPerfTest,
  parseRdkafkaPerformance,
  parseOpenMessaging,
  parseTrogdor,
  parseSangrenel,
]

const noLineText = `found no line of a tool that Headroom can import: ${importedTools.join(', ')} (for a CSV file, say what its columns hold; lists of topics and exports of metrics are for Observe)`

/** At most this many problems of one output are reported. */
const maxProblems = 20

/**
 * The clients in an output, and its problems with their places (`name:line`). If no tool is recognised and columns are
 * given, the output is parsed as CSV with these columns.
 */
export function parseOutput(
  output: ToolOutput,
  columns: readonly ImportColumn[],
): { parts: ImportedClient[]; problems: Problem[] } {
  const recognised = parsers.map((parse) => parse(output))
  const isRecognised = recognised.some(({ parts, problems }) => parts.length > 0 || problems.length > 0)
  const parsings = isRecognised || columns.length === 0 ? recognised : [parseCsvRows(output, columns)]
  const parts = parsings.flatMap((parsing) => parsing.parts)
  const allProblems = [...parsings.flatMap((parsing) => parsing.problems), ...parts.flatMap(rangeProblems)]
  const problems = allProblems.sort((one, other) => one.line - other.line)
  const located = problems.map(({ line, path, message }) => {
    return { place: path === undefined ? `${output.name}:${line}` : `${output.name}: ${path}`, message }
  })
  if (parts.length > 0 || problems.length > 0) return { parts, problems: bounded(located, output.name) }
  const message = describeMisplacedFile(output.text) ?? describeUnfinishedOutput(output.text) ?? noLineText
  return { parts, problems: [{ place: output.name, message }] }
}

/** A problem for each figure that is out of range or out of order. No tool prints such numbers, so the file is damaged. */
function rangeProblems(part: ImportedClient): LineProblem[] {
  const outcome = check(importedClient, part)
  const impossible = outcome.ok
    ? part.latencies.flatMap(disorderOf)
    : [`${outcome.problems[0]?.place ?? 'a number'} is out of range`]
  return impossible.map((what) => ({ line: part.line, message: `its figures are impossible: ${what}` }))
}

/** The latencies that exceed a higher percentile or, for the mean, the highest latency: a clause for each. */
function disorderOf({ meanUs, p50Us, p95Us, p99Us, p999Us, maxUs }: ImportedLatency): string[] {
  const points: readonly (readonly [string, number | null])[] = [
    ['latency at 50 %', p50Us],
    ['latency at 95 %', p95Us],
    ['latency at 99 %', p99Us],
    ['latency at 99.9 %', p999Us],
    ['highest latency', maxUs],
  ]
  const rising = points.flatMap(([name, us]) => (us === null ? [] : [{ name, us }]))
  const pairs = rising.flatMap((upper, index) => {
    const lower = rising[index - 1]
    return lower === undefined ? [] : [[lower, upper] as const]
  })
  if (meanUs !== null && maxUs !== null) {
    pairs.push([
      { name: 'mean latency', us: meanUs },
      { name: 'highest latency', us: maxUs },
    ])
  }
  return pairs.flatMap(([lower, upper]) =>
    lower.us <= upper.us
      ? []
      : [
          `the ${lower.name} (${formatMicroseconds(lower.us)}) is above the ${upper.name} (${formatMicroseconds(upper.us)})`,
        ],
  )
}

function bounded(problems: readonly Problem[], name: string): Problem[] {
  const more = problems.length - maxProblems
  if (more <= 0) return [...problems]
  return [...problems.slice(0, maxProblems), { place: name, message: `and ${more} more problems like these` }]
}
