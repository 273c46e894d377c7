/**
 * Published benchmarks as text: what one is, its table, and the summary lines of its clients.
 */
import type { BenchmarkListEntry, BenchmarkTable, ClientLine } from '../contracts/benchmark.ts'
import { benchmarkGrid, benchmarkNotes } from '../contracts/benchmark-grid.ts'
import type { Campaign } from '../contracts/campaign.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { formatMicroseconds } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** Clients of one case that are shown; the JSON has all. */
const mostClientsShown = 16

/** One line a benchmark, and what may be chosen. */
export function benchmarkListText(benchmarks: readonly BenchmarkListEntry[], columns: number): string {
  const width = textWidth(columns)
  return benchmarks
    .map(({ id, title, source, cases, options }) => {
      const choices = [...options.map((option) => `--${option}`), '--cases'].join(', ')
      const ids = cases.map((each) => each.id).join(', ')
      return [
        `${id}\n`,
        wrapText(title, width, '  '),
        wrapText(`${source.title}, ${source.date}`, width, '  '),
        wrapText(`cases: ${ids} (${choices})`, width, '  '),
      ].join('')
    })
    .join('\n')
}

/** What a benchmark is and what differs from its document, before it starts. */
export function benchmarkIntroduction({ benchmark }: Campaign, columns: number): string {
  if (benchmark === undefined) return ''
  const width = textWidth(columns)
  const { title, source, differences, profile } = benchmark
  const smoke = 'Smoke profile: shape only. Few cases, short loads, one run each, no verdict.'
  return [
    wrapText(`${title} (${source.title}, ${source.date})`, width),
    profile === 'smoke' ? wrapText(smoke, width) : '',
    'What differs from the document:\n',
    ...differences.map((difference) => wrapText(difference, width, '  ')),
    '\n',
  ].join('')
}

/** The document's table with measured and predicted beside it, the advice, and the clients' lines. */
export function benchmarkText(table: BenchmarkTable, columns: number): string {
  const width = textWidth(columns)
  const advice = table.advice.map((sentence) => wrapText(sentence, width, '  '))
  return [
    tableText(table),
    ...benchmarkNotes(table).map((note) => wrapText(note, width)),
    ...table.clients.map((entry) => clientsText(table, entry)),
    advice.length === 0 ? '' : `\nWhat held it back\n${advice.join('')}`,
  ].join('')
}

function tableText(table: BenchmarkTable): string {
  const grid = benchmarkGrid(table)
  const rows = table.rows.map((_, index) => grid.map(({ texts }) => texts[index] ?? ''))
  const lines = [grid.map(({ heading }) => heading), ...rows]
  const right = grid.flatMap(({ isNumber }, index) => (isNumber ? [index] : []))
  const groups = grid.map(({ group }, index) => (group === grid[index - 1]?.group ? '' : group))
  const label = table.profile === 'smoke' ? 'smoke: shape only\n' : ''
  // The document's headings stand over groups of columns: their width is no column's.
  return `${label}${headingLine(groups, lines)}${alignColumns(lines, right)}`
}

/** Each heading from where its first column begins. */
function headingLine(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  let line = ''
  let at = 0
  for (const [column, heading] of headings.entries()) {
    if (heading !== '') line = `${line.padEnd(Math.max(at, line === '' ? 0 : line.length + 2))}${heading}`
    at += Math.max(...rows.map((row) => row[column]?.length ?? 0)) + 2
  }
  return `${line}\n`
}

function clientsText(
  { rows }: BenchmarkTable,
  { caseId, isOverloaded, lines }: BenchmarkTable['clients'][number],
): string {
  const label = rows.find((row) => row.caseId === caseId)?.label ?? caseId
  const shown = lines.slice(0, mostClientsShown)
  const left = lines.length - shown.length
  return [
    `\nClients, ${label}, newest run (MB/sec are MiB/s of payload, as Kafka's tools print them)\n`,
    isOverloaded ? 'More is offered than is sustained: latency is that of clients that are held back.\n' : '',
    ...shown.map((line) => `  ${clientText(line)}\n`),
    left > 0 ? `  and ${left} more\n` : '',
    `  Sum: producers ${mebibytes(lines, 'producer')} MB/sec, consumers ${mebibytes(lines, 'consumer-group')} MB/sec\n`,
  ].join('')
}

function mebibytes(lines: readonly ClientLine[], role: ClientLine['role']): string {
  const own = lines.filter((line) => line.role === role)
  return groupDigits(own.reduce((sum, line) => sum + line.payloadBytesPerSec, 0) / 1_048_576, 2)
}

/** As the tools' last line: rate, then latency. */
function clientText({ client, role, payloadBytesPerSec, recordsPerSec, service }: ClientLine): string {
  const rate = `${groupDigits(payloadBytesPerSec / 1_048_576, 2)} MB/sec`
  if (role === 'consumer-group') return `${client}: ${rate}, all its members`
  if (service === null) return `${client}: ${rate}, nothing acknowledged`
  const ms = (us: number) => formatMicroseconds(us)
  const percentiles = `${ms(service.p50Us)} 50th, ${ms(service.p95Us)} 95th, ${ms(service.p99Us)} 99th, ${ms(service.p999Us)} 99.9th`
  return `${client}: ${formatRecordRate(recordsPerSec)}, ${rate}, ${ms(service.meanUs)} avg latency, ${ms(service.maxUs)} max, ${percentiles}`
}
