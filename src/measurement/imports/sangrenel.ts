/**
 * Parses the output of sangrenel, which prints a block of lines per interval with the figures of that interval.
 *
 * Its "Mb" is a mebibit and its "KB" a KiB, both rounded to whole numbers. So if the output contains the line with the
 * message size, the payload is computed as rate x size. The latency is that of whole batches.
 */
import type { ImportedClient } from '../../contracts/imported-run.ts'
import { excerpt, printedLines } from './printed-lines.ts'
import { emptyPart, type LineProblem, mebibyte, type Parsing, type ToolOutput } from './tool-output.ts'

const messageLine =
  /> Messages: (?<amount>[\d.]+)(?<unit>Mb|KB)\/sec @ (?<rate>\d+) msgs\/sec\. \| error rate (?<errors>[\d.]+)%/
const batchLine = /> Batches: [\d.]+ batches\/sec\. \| (?<p99>\S+) p99 \| \S+ HMean \| \S+ Min \| (?<max>\S+) Max/
const sizeLine = /^Message size (?<bytes>[1-9]\d*) bytes, \d+ message limit per batch/m
const shape = {
  start: /> (?:Messages|Batches): /,
  whole: [messageLine, batchLine],
}

/** The producer in an output, as the mean of its intervals. */
export function parseSangrenel(output: ToolOutput): Parsing {
  const lines = printedLines(output, shape)
  const problems: LineProblem[] = lines
    .filter((line) => !line.isWhole && !line.isCut)
    .map(({ line, text }) => ({
      line,
      message: `expected "> Messages: 512Mb/sec @ 65536 msgs/sec. | error rate 0.00%" or "> Batches: …", found ${excerpt(text)}`,
    }))
  const intervals = lines.flatMap(({ line, text }) => {
    const groups = messageLine.exec(text)?.groups
    return groups === undefined ? [] : [{ line, groups }]
  })
  const last = intervals.at(-1)
  if (last === undefined) return { parts: [], problems }
  const mean = (value: (groups: Readonly<Record<string, string>>) => number) =>
    intervals.reduce((sum, { groups }) => sum + value(groups), 0) / intervals.length
  const errors = mean((groups) => Number(groups.errors))
  const recordsPerSec = mean((groups) => Number(groups.rate))
  const messageBytes = sizeLine.exec(output.text)?.groups?.bytes
  const part: ImportedClient = {
    ...emptyPart({ tool: 'sangrenel', role: 'producer', file: output.name, line: last.line }),
    recordsPerSec,
    payloadBytesPerSec:
      messageBytes === undefined
        ? mean((groups) => Number(groups.amount) * (groups.unit === 'Mb' ? mebibyte / 8 : 1024))
        : recordsPerSec * Number(messageBytes),
    latencies: batchLatency(lines.map(({ text }) => text)),
    notes: [
      `Its figures are the mean of ${intervals.length} interval${intervals.length === 1 ? '' : 's'}; their length is not printed.`,
      messageBytes === undefined
        ? 'Its payload is rounded to whole Mb or KB.'
        : `Its payload is its rate x the ${messageBytes} bytes that it names as message size.`,
      ...(errors > 0 ? [`${errors.toFixed(2)} % of its messages failed.`] : []),
    ],
  }
  return { parts: [part], problems }
}

/**
 * Latency of batches. Percentiles of several intervals cannot be merged, so p99 is given only if there is one interval.
 */
function batchLatency(texts: readonly string[]): ImportedClient['latencies'] {
  const blocks = texts.map((text) => batchLine.exec(text)?.groups).filter((groups) => groups !== undefined)
  const maxima = blocks.map((groups) => goDurationUs(groups.max)).filter((value) => value !== null)
  if (maxima.length === 0) return []
  const p99Us = blocks.length === 1 ? goDurationUs(blocks[0]?.p99) : null
  const nothing = { meanUs: null, p50Us: null, p95Us: null, p999Us: null }
  return [{ kind: 'batch', ...nothing, p99Us, maxUs: Math.max(...maxima) }]
}

const goUnitsUs: Readonly<Record<string, number>> = {
  h: 3_600_000_000,
  m: 60_000_000,
  s: 1_000_000,
  ms: 1_000,
  µs: 1,
  μs: 1,
  us: 1,
  ns: 0.001,
}

/** A duration as Go prints it ("1m2.5s", "12.3ms", "850µs"), in µs; null if the text is not one. */
function goDurationUs(text: string | undefined): number | null {
  if (text === undefined || !/^(?:[\d.]+(?:h|ms|m|s|µs|μs|us|ns))+$/.test(text)) return null
  const steps = [...text.matchAll(/([\d.]+)(h|ms|m|s|µs|μs|us|ns)/g)]
  const total = steps.reduce((sum, [, amount, unit]) => sum + Number(amount) * (goUnitsUs[unit ?? ''] ?? 0), 0)
  return Number.isFinite(total) ? total : null
}
