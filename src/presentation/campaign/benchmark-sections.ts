/**
 * The additional sections of a benchmark's report: its table, its clients, and the differences from the publication.
 */
import type { Benchmark, BenchmarkTable, ClientLine } from '../../contracts/benchmark.ts'
import { benchmarkGrid, benchmarkNotes, type GridColumn } from '../../contracts/benchmark-grid.ts'
import { formatMicroseconds } from '../../units/duration.ts'
import { threeDigits } from '../../units/number-text.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import {
  blocks,
  type Cell,
  type Heading,
  list,
  numberCell,
  paragraph,
  type Section,
  table,
  textCell,
} from '../document.ts'
import { smokeLabel } from '../labels.ts'
import { sourceText } from '../source-text.ts'

/** The sections. The table of the publication comes first, because readers know it. */
export function benchmarkSections(published: BenchmarkTable, benchmark: Benchmark | undefined): Section[] {
  return [
    tableSection(published, benchmark),
    ...published.clients.map((entry) => clientsSection(published, entry)),
    ...(published.advice.length === 0 ? [] : [adviceSection(published.advice)]),
    ...(benchmark === undefined ? [] : [differencesSection(benchmark)]),
  ]
}

/** Maximum number of columns besides the name of the row. A wider table does not fit a page or a pane of the window. */
const maxColumns = 8

function tableSection(published: BenchmarkTable, benchmark: Benchmark | undefined): Section {
  const [cases, ...values] = benchmarkGrid(published)
  const parts = partsOf(values).map((part) => (cases === undefined ? part : [cases, ...part]))
  const tables = parts.map((columns, index) => {
    const caption = 'The rows and units of the document'
    const body = published.rows.map((_, row) => columns.map((column) => cellOf(column, column.texts[row] ?? '')))
    return table(
      parts.length === 1 ? caption : `${caption}, part ${index + 1} of ${parts.length}`,
      columns.map((column) => headingOf(column)),
      body,
    )
  })
  return {
    id: 'benchmark',
    title: 'The published table, measured and predicted',
    marks: published.profile === 'smoke' ? [smokeLabel] : [],
    blocks: blocks(
      tables,
      benchmarkNotes(published).map((note) => paragraph(note)),
      benchmark !== undefined && paragraph(sourceText(benchmark.source)),
    ),
  }
}

/** Divides the columns among as few tables as possible. Columns of one group stay together. */
function partsOf(columns: readonly GridColumn[]): GridColumn[][] {
  const groups = columns.reduce<GridColumn[][]>((before, column) => {
    const last = before.at(-1)
    if (last === undefined || column.group === '' || last[0]?.group !== column.group) before.push([column])
    else last.push(column)
    return before
  }, [])
  return groups.reduce<GridColumn[][]>((parts, group) => {
    const last = parts.at(-1)
    if (last === undefined || last.length + group.length > maxColumns) parts.push([...group])
    else last.push(...group)
    return parts
  }, [])
}

function cellOf({ isNumber }: Pick<GridColumn, 'isNumber'>, text: string): Cell {
  return isNumber ? numberCell(text) : textCell(text)
}

function headingOf({ group, heading, isNumber }: GridColumn): Heading {
  return { ...cellOf({ isNumber }, heading), ...(group === '' ? {} : { group }) }
}

function clientsSection({ rows }: BenchmarkTable, entry: BenchmarkTable['clients'][number]): Section {
  const { caseId, isOverloaded, lines } = entry
  const label = rows.find((row) => row.caseId === caseId)?.label ?? caseId
  const latencies = ['mean', 'longest', '50th', '95th', '99th', '99.9th percentile']
  const headings = [
    textCell('Client'),
    numberCell('Rate'),
    numberCell('Payload, MiB/s'),
    ...latencies.map((text): Heading => ({ ...numberCell(text), group: 'Latency, send to acknowledgement' })),
  ]
  const caption = 'Summary lines of the newest run over its whole load; members of a group are one line'
  const overloadNote = 'More was offered than the cluster sustained, so these are latencies under overload.'
  return {
    id: `clients-${caseId}`,
    title: `Clients, ${label}`,
    marks: [],
    blocks: blocks(
      table(caption, headings, [...lines.map(clientRow), sumRow(lines, 'producer'), sumRow(lines, 'consumer-group')]),
      isOverloaded && paragraph(overloadNote),
    ),
  }
}

function clientRow({ client, recordsPerSec, payloadBytesPerSec, service }: ClientLine) {
  const latencies =
    service === null ? [] : [service.meanUs, service.maxUs, service.p50Us, service.p95Us, service.p99Us, service.p999Us]
  const cells = latencies.length === 0 ? Array.from({ length: 6 }, () => '–') : latencies.map(formatMicroseconds)
  return [
    textCell(client),
    ...[formatRecordRate(recordsPerSec), threeDigits(payloadBytesPerSec / 1_048_576), ...cells].map((text) =>
      numberCell(text),
    ),
  ]
}

function sumRow(lines: readonly ClientLine[], role: ClientLine['role']) {
  const linesOfRole = lines.filter((line) => line.role === role)
  const sum = (read: (line: ClientLine) => number) => linesOfRole.reduce((total, line) => total + read(line), 0)
  const client = role === 'producer' ? 'Sum of the producers' : 'Sum of the consumers'
  const total = { recordsPerSec: sum((line) => line.recordsPerSec), service: null, role, client }
  return clientRow({ ...total, payloadBytesPerSec: sum((line) => line.payloadBytesPerSec) })
}

function adviceSection(advice: readonly string[]): Section {
  return { id: 'advice', title: 'What held it back', marks: [], blocks: [list(advice)] }
}

function differencesSection({ differences }: Benchmark): Section {
  return {
    id: 'differences',
    title: 'What differs from the document',
    marks: [],
    isDetail: true,
    blocks: [list(differences)],
  }
}
