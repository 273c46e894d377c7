/**
 * Writes an imported run as CSV. A value that the tool did not report is an empty cell.
 */
import { figureNames } from '../../contracts/figures.ts'
import type { ImportedClient } from '../../contracts/imported-run.ts'
import { type OutputsRun, runLabel, runName } from '../../contracts/run-record.ts'
import { clientsOf } from '../../evidence/imported-clients.ts'
import { type CsvCell, csvText } from '../../units/csv.ts'

type Row = readonly [section: string, name: string, value: CsvCell, unit: string]

/** Writes figures, clients and verdict as a table of section, name, value and unit. */
export function importSummaryCsv(run: OutputsRun): string {
  const { observations, prediction, overlay } = run
  const { figures, intervals } = observations
  const rows: Row[] = [
    ['run', 'id', run.id, ''],
    ['run', 'name', runName(run), ''],
    ['run', 'origin', runLabel(run), ''],
    ['run', 'status', run.status, ''],
    ['run', 'verdict', overlay?.verdict ?? 'none', ''],
    ['run', 'reason', overlay?.reason ?? null, ''],
    ...figureNames.flatMap((figure): Row[] => {
      const unit = figure === 'recordsPerSec' ? 'records/s' : 'bytes/s'
      const interval = intervals?.[figure] ?? null
      const expected = prediction?.expected[figure] ?? null
      return [
        ['imported', `${figure}.mean`, figures[figure], unit],
        ['imported', `${figure}.low`, interval?.low ?? null, unit],
        ['imported', `${figure}.high`, interval?.high ?? null, unit],
        ['expected', `${figure}.low`, expected?.low ?? null, unit],
        ['expected', `${figure}.likely`, expected?.likely ?? null, unit],
        ['expected', `${figure}.high`, expected?.high ?? null, unit],
      ]
    }),
    ...clientsOf(observations).flatMap(({ client, part }) => clientRows(client, part)),
  ]
  return csvText([['section', 'name', 'value', 'unit'], ...rows])
}

function clientRows(client: string, part: ImportedClient): Row[] {
  return [
    [client, 'tool', part.tool, ''],
    [client, 'file', `${part.file}:${part.line}`, ''],
    [client, 'records', part.records, 'records'],
    [client, 'durationMs', part.durationMs, 'ms'],
    [client, 'recordsPerSec', part.recordsPerSec, 'records/s'],
    [client, 'payloadBytesPerSec', part.payloadBytesPerSec, 'bytes/s'],
    [client, 'wireBytesPerSec', part.wireBytesPerSec, 'bytes/s'],
    ...part.latencies.flatMap(({ kind, ...values }) =>
      Object.entries(values).map(([name, valueUs]): Row => [client, `${kind}.${name}`, valueUs, 'µs']),
    ),
  ]
}

/** Writes one row per progress line of each client. */
export function importWindowsCsv({ observations }: OutputsRun): string {
  const rows = clientsOf(observations).flatMap(({ client, part }) =>
    part.windows.map((window, index) => [
      client,
      index + 1,
      window.durationMs,
      window.recordsPerSec,
      window.payloadBytesPerSec,
    ]),
  )
  return csvText([['client', 'window', 'durationMs', 'recordsPerSec', 'payloadBytesPerSec'], ...rows])
}
