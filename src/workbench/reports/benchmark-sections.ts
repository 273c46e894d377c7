/**
 * The sections of a campaign report that a published benchmark adds: its own table, its clients, what differs.
 */
import type { Benchmark, BenchmarkTable, ClientLine } from '../../contracts/benchmark.ts'
import { benchmarkGrid, benchmarkNotes } from '../../contracts/benchmark-grid.ts'
import { formatMicroseconds } from '../../units/duration.ts'
import { threeDigits } from '../../units/number-text.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import { smokeLabel } from '../campaigns/benchmark-result.ts'
import { blocks, list, numberCell, paragraph, type Section, table, textCell } from './document.ts'
import { sourceText } from './source-text.ts'

/** The document's table first, as it is what the reader knows. */
export function benchmarkSections(found: BenchmarkTable, asked: Benchmark | undefined): Section[] {
  return [
    tableSection(found, asked),
    ...found.clients.map((entry) => clientsSection(found, entry)),
    ...(found.advice.length === 0 ? [] : [adviceSection(found.advice)]),
    ...(asked === undefined ? [] : [differencesSection(asked)]),
  ]
}

function tableSection(found: BenchmarkTable, asked: Benchmark | undefined): Section {
  const grid = benchmarkGrid(found)
  const headings = grid.map(({ group, heading, isNumber }) => {
    const text = group === '' ? heading : `${group}: ${heading}`
    return isNumber ? numberCell(text) : textCell(text)
  })
  const body = found.rows.map((_, index) =>
    grid.map(({ texts, isNumber }) => {
      const text = texts[index] ?? ''
      return isNumber ? numberCell(text) : textCell(text)
    }),
  )
  return {
    id: 'benchmark',
    title: 'The published table, measured and predicted',
    marks: found.profile === 'smoke' ? [smokeLabel] : [],
    blocks: blocks(
      table('The rows and units of the document', headings, body),
      benchmarkNotes(found).map((note) => paragraph(note)),
      asked !== undefined && paragraph(sourceText(asked.source)),
    ),
  }
}

function clientsSection({ rows }: BenchmarkTable, entry: BenchmarkTable['clients'][number]): Section {
  const { caseId, isOverloaded, lines } = entry
  const label = rows.find((row) => row.caseId === caseId)?.label ?? caseId
  const headings = [
    textCell('Client'),
    numberCell('Records'),
    numberCell('Payload, MiB/s'),
    numberCell('Mean latency'),
    numberCell('Max'),
    numberCell('50th'),
    numberCell('95th'),
    numberCell('99th'),
    numberCell('99.9th'),
  ]
  const caption = 'Summary lines of the newest run over its whole load; members of a group are one line'
  const held = 'More is offered than is sustained: latency is that of clients that are held back.'
  return {
    id: `clients-${caseId}`,
    title: `Clients, ${label}`,
    marks: [],
    blocks: blocks(
      table(caption, headings, [...lines.map(clientRow), sumRow(lines, 'producer'), sumRow(lines, 'consumer-group')]),
      isOverloaded && paragraph(held),
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
  const own = lines.filter((line) => line.role === role)
  const sum = (read: (line: ClientLine) => number) => own.reduce((total, line) => total + read(line), 0)
  const client = role === 'producer' ? 'Sum of the producers' : 'Sum of the consumers'
  const total = { recordsPerSec: sum((line) => line.recordsPerSec), service: null, role, client }
  return clientRow({ ...total, payloadBytesPerSec: sum((line) => line.payloadBytesPerSec) })
}

function adviceSection(advice: readonly string[]): Section {
  return { id: 'advice', title: 'What held it back', marks: [], blocks: [list(advice)] }
}

function differencesSection({ differences }: Benchmark): Section {
  return { id: 'differences', title: 'What differs from the document', marks: [], blocks: [list(differences)] }
}
