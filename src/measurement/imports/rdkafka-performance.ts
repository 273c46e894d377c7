/**
 * Parses the output of librdkafka's `rdkafka_performance`: the table that it prints with `-u`, or summary lines. Both
 * are printed repeatedly with totals since the start, so the last one of each process counts.
 *
 * The tool's "MB" is 10^6 bytes of values. With `-l` it prints latency, measured from a time in the payload to the
 * delivery report (producer) or to the receipt (consumer).
 */
import type { ImportedClient, ImportedLatency, ImportedWindow } from '../../contracts/imported-run.ts'
import { excerpt, printedLines } from './printed-lines.ts'
import { readTable, type Totals } from './rdkafka-table.ts'
import { emptyPart, type LineProblem, type Parsing, type ToolOutput } from './tool-output.ts'
import { keepWindows } from './windows.ts'

const producerLine =
  /^% (?<msgs>\d+) messages produced \((?<bytes>\d+) bytes\), (?<dr>\d+) delivered \(offset -?\d+, (?<failed>\d+) failed\) in (?<ms>\d+)ms: \d+ msgs\/s and [\d.]+ MB\/s, (?<refused>\d+) produce failures, \d+ in queue/
const consumerLine =
  /^% (?<msgs>\d+) messages \((?<bytes>\d+) bytes\) consumed in (?<ms>\d+)ms: \d+ msgs\/s \([\d.]+ MB\/s\)(?:, latency curr\/avg\/lo\/hi [\d.]+\/(?<avg>[\d.]+)\/[\d.]+\/(?<hi>[\d.]+)ms)?/
const shape = {
  start: /^% \d+ messages (?:produced\b|\(\d+ bytes\) consumed\b)/,
  whole: [producerLine, consumerLine],
}

/** All clients in an output. */
export function parseRdkafkaPerformance(output: ToolOutput): Parsing {
  const lines = printedLines(output, shape)
  const table = readTable(output)
  const broken = lines.filter((line) => !line.isWhole && !line.isCut)
  const problems: LineProblem[] = [
    ...broken.map(({ line, text }) => ({
      line,
      message: `expected a line like "% 60000 messages produced (30720000 bytes), 60000 delivered …", found ${excerpt(text)}`,
    })),
    ...table.problems,
  ]
  const summaries = lines.filter((line) => line.isWhole).flatMap(({ line, text }) => totalsOf(text, line) ?? [])
  // With -u no summary lines are printed. If both are present, they are of the same process.
  const totals = table.totals.length > 0 ? table.totals : summaries
  return { parts: processesOf(totals).flatMap((process) => partOf(process, output.name) ?? []), problems }
}

function totalsOf(text: string, line: number): Totals | null {
  const producer = producerLine.exec(text)?.groups
  const groups = producer ?? consumerLine.exec(text)?.groups
  if (groups === undefined) return null
  const number = (name: string) => Number(groups[name] ?? 0)
  return {
    line,
    role: producer === undefined ? 'consumer' : 'producer',
    elapsedMs: number('ms'),
    messages: number('msgs'),
    bytes: number('bytes'),
    delivered: producer === undefined ? number('msgs') : number('dr'),
    failed: number('failed'),
    latency: groups.avg === undefined ? null : { meanMs: number('avg'), maxMs: number('hi') },
  }
}

/**
 * Splits totals by process. The totals of one process only grow, so if they fall or the role changes, another begins.
 */
function processesOf(totals: readonly Totals[]): Totals[][] {
  const processes: Totals[][] = []
  for (const current of totals) {
    const before = processes.at(-1)?.at(-1)
    const isSame =
      before?.role === current.role && current.elapsedMs >= before.elapsedMs && current.messages >= before.messages
    if (isSame) processes.at(-1)?.push(current)
    else processes.push([current])
  }
  return processes
}

function partOf(process: readonly Totals[], file: string): ImportedClient | null {
  const last = process.at(-1)
  if (last === undefined || last.elapsedMs === 0) return null
  const { role, line, delivered, messages, elapsedMs, failed } = last
  const seconds = elapsedMs / 1000
  const payloadBytes = deliveredBytes(last)
  const isCutOff = role === 'producer' && delivered + failed < messages
  const part: ImportedClient = {
    ...emptyPart({ tool: 'rdkafka_performance', role, file, line }),
    records: delivered,
    payloadBytes,
    durationMs: elapsedMs,
    recordsPerSec: delivered / seconds,
    payloadBytesPerSec: payloadBytes / seconds,
    latencies: last.latency === null ? [] : [latencyOf(last.latency, role)],
    isCutOff,
    notes: [
      ...(failed > 0 ? [`${failed} records failed and are not in its rate.`] : []),
      ...(isCutOff ? ['Its output ends before all records were delivered. The rate counts those that were.'] : []),
    ],
  }
  return keepWindows(part, windowsOf(process))
}

/** Bytes of the delivered records. All records of a run have the same size. */
function deliveredBytes({ bytes, delivered, messages }: Totals): number {
  return messages === 0 ? 0 : Math.round((bytes * delivered) / messages)
}

function windowsOf(process: readonly Totals[]): ImportedWindow[] {
  const start: Totals | undefined = process[0] && { ...process[0], elapsedMs: 0, messages: 0, bytes: 0, delivered: 0 }
  if (start === undefined) return []
  return process.flatMap((current, index) => {
    const before = process[index - 1] ?? start
    const durationMs = current.elapsedMs - before.elapsedMs
    const records = current.delivered - before.delivered
    const bytes = deliveredBytes(current) - deliveredBytes(before)
    if (durationMs <= 0 || records < 0 || bytes < 0) return []
    const perSec = 1000 / durationMs
    return [{ durationMs, recordsPerSec: records * perSec, payloadBytesPerSec: bytes * perSec }]
  })
}

function latencyOf(latency: NonNullable<Totals['latency']>, role: Totals['role']): ImportedLatency {
  return {
    kind: role === 'producer' ? 'service' : 'end-to-end',
    meanUs: latency.meanMs * 1000,
    ...{ p50Us: null, p95Us: null, p99Us: null, p999Us: null },
    maxUs: latency.maxMs * 1000,
  }
}
