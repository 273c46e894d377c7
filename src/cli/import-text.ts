/**
 * An imported run as text: its sentence first, then the figures, then each client.
 */
import { type FigureName, figureNames } from '../contracts/figures.ts'
import { headSentenceOfImport } from '../contracts/import-sentence.ts'
import type { ImportedPart } from '../contracts/imported-run.ts'
import { type OutputsRun, runLabel } from '../contracts/run-record.ts'
import { figureLabels } from '../presentation/labels.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { calibrationSentences, formatFigure } from '../presentation/report-facts.ts'
import { formatBinaryByteRate } from '../units/byte-rate.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration, formatMicroseconds } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatSignedPercent } from '../units/ratio.ts'

/** More clients than this are counted, not listed: the JSON has them all. */
const mostClients = 40

/** An imported run, in lines of at most `columns` characters but for its tables. */
export function importText(run: OutputsRun, columns: number): string {
  const width = textWidth(columns)
  const parts = [
    wrapText(headSentenceOfImport(run), width),
    run.prediction === null
      ? ''
      : calibrationSentences(run.prediction)
          .map((sentence) => wrapText(sentence, width))
          .join(''),
    figuresTable(run),
    clientsTable(run),
    notesText(run, width),
    `Files: ${run.observations.files.length}, ${runLabel(run)}\nRun ${run.id}: ${run.status}\n`,
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function figuresTable({ observations: { figures, intervals }, prediction }: OutputsRun): string {
  const heading = [
    ...['', 'imported', ''],
    ...(intervals === null ? [] : ['from', 'to']),
    ...(prediction === null ? [] : ['predicted', 'from', 'to', 'difference']),
  ]
  const rows = figureNames.map((name) => {
    const [mean, interval, band] = [figures[name], intervals?.[name] ?? null, prediction?.expected[name] ?? null]
    const show = (value: number | undefined) => (value === undefined ? '' : formatFigure(name, value))
    const difference =
      mean === null || band === null || band.likely === 0 ? '' : formatSignedPercent(mean / band.likely - 1)
    return [
      ...[figureLabels[name], mean === null ? 'cannot say' : show(mean), mebibytes(name, mean)],
      ...(intervals === null ? [] : [show(interval?.low), show(interval?.high)]),
      ...(band === null ? [] : [show(band.likely), show(band.low), show(band.high), difference]),
    ]
  })
  return alignColumns([heading, ...rows], [1, 2, 3, 4, 5, 6, 7, 8])
}

/** Payload also as tools print it. */
function mebibytes(name: FigureName, value: number | null): string {
  return value === null || name === 'recordsPerSec' ? '' : formatBinaryByteRate(value)
}

function clientsTable({ observations: { repeats } }: OutputsRun): string {
  const parts = repeats.flatMap((repeat) => repeat.parts)
  const heading = ['client', 'payload', 'records', 'time', 'mean', 'p50', 'p99', 'max', 'from']
  const rows = parts.slice(0, mostClients).map(clientRow)
  const more = parts.length > mostClients ? `and ${parts.length - mostClients} more clients\n` : ''
  return `${alignColumns([heading, ...rows], [1, 2, 3, 4, 5, 6, 7])}${more}`
}

function clientRow(part: ImportedPart): string[] {
  const [latency] = part.latencies
  const us = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : formatMicroseconds(value)
  return [
    part.role,
    part.payloadBytesPerSec === null ? '' : `${groupDigits(part.payloadBytesPerSec / 2 ** 20, 2)} MiB/s`,
    part.records === null ? '' : formatCount(part.records),
    part.durationMs === null ? '' : formatDuration(part.durationMs),
    ...[us(latency?.meanUs), us(latency?.p50Us), us(latency?.p99Us), us(latency?.maxUs)],
    `${part.file}:${part.line}`,
  ]
}

/** The same sentence about many clients stands once. */
function notesText({ notes, observations: { repeats } }: OutputsRun, width: number): string {
  const own = repeats.flatMap((repeat) =>
    repeat.parts.flatMap((part) => part.notes.map((note) => `${part.file}: ${note}`)),
  )
  const shown = [...notes, ...[...new Set(own)].slice(0, mostClients)]
  if (shown.length === 0) return ''
  return `To know\n${shown.map((note) => wrapText(note, width, '    ').replace('    ', '  - ')).join('')}`
}
