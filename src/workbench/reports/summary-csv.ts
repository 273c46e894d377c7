/**
 * Writes the figures of a run as CSV: a table of section, name, value and unit.
 */
import { type FigureName, figureNames } from '../../contracts/figures.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { headSentence, marksOf } from '../../presentation/report-facts.ts'
import { type CsvCell, csvText } from '../../units/csv.ts'

type Row = readonly [section: string, name: string, value: CsvCell, unit: string]

function unitOf(figure: FigureName): string {
  return figure === 'recordsPerSec' ? 'records/s' : 'bytes/s'
}

function runRows(record: MeasuredRecord): Row[] {
  return [
    ['run', 'id', record.id, ''],
    ['run', 'scenario', record.scenario.name, ''],
    ['run', 'offering', record.prediction.deployment.offeringName, ''],
    ['run', 'size', record.prediction.deployment.size, record.prediction.deployment.unitName],
    ['run', 'limitsAsOf', record.prediction.deployment.limitsAsOf, ''],
    ['run', 'target', record.target.label, ''],
    ['run', 'scale', record.target.scale, ''],
    ['run', 'status', record.status, ''],
    ['run', 'startedAtEpochMs', record.startedAtEpochMs, 'ms'],
    ['run', 'verdict', record.overlay?.verdict ?? 'none', ''],
    ['run', 'reason', headSentence(record), ''],
    ['run', 'marks', marksOf(record).join('; '), ''],
    ['run', 'limitReached', record.overlay === null ? null : String(record.overlay.limitReached), ''],
  ]
}

function predictionRows(record: MeasuredRecord): Row[] {
  const { offered, achievable, expected, capacity, constraints } = record.prediction
  return [
    ...figureNames.flatMap((figure): Row[] => [
      ['offered', figure, offered[figure], unitOf(figure)],
      ['achievable', `${figure}.low`, achievable[figure].low, unitOf(figure)],
      ['achievable', `${figure}.likely`, achievable[figure].likely, unitOf(figure)],
      ['achievable', `${figure}.high`, achievable[figure].high, unitOf(figure)],
      ['expected', `${figure}.low`, expected[figure].low, unitOf(figure)],
      ['expected', `${figure}.likely`, expected[figure].likely, unitOf(figure)],
      ['expected', `${figure}.high`, expected[figure].high, unitOf(figure)],
      ['capacity', figure, capacity[figure], unitOf(figure)],
    ]),
    ['prediction', 'headroom', record.prediction.headroom, ''],
    ['prediction', 'binding', record.prediction.binding.map((entry) => entry.id).join('; '), ''],
    ...constraints.flatMap((constraint): Row[] => [
      ['constraint', `${constraint.id}.demand`, constraint.demand, constraint.unit],
      ['constraint', `${constraint.id}.capacity`, constraint.capacity, constraint.unit],
      ['constraint', `${constraint.id}.utilisation`, constraint.utilisation, ''],
    ]),
  ]
}

function resultRows(record: MeasuredRecord): Row[] {
  const { result } = record
  if (result === null) return []
  const { steady, wholeRun, accounting, latency } = result
  const steadyRows = figureNames.flatMap((figure): Row[] =>
    steady === null
      ? []
      : [
          ['steady', `${figure}.mean`, steady[figure].mean, unitOf(figure)],
          ['steady', `${figure}.low`, steady[figure].low, unitOf(figure)],
          ['steady', `${figure}.high`, steady[figure].high, unitOf(figure)],
        ],
  )
  const latencyRows = Object.entries(latency).flatMap(([name, summary]): Row[] => {
    if (summary === null) return []
    const { count, histogram: _histogram, ...valuesUs } = summary
    const values = Object.entries(valuesUs).map(([key, valueUs]): Row => ['latency', `${name}.${key}`, valueUs, 'µs'])
    return [['latency', `${name}.count`, count, 'records'], ...values]
  })
  const { groups, isClosed, gaps: _gaps, ...counts } = accounting
  return [
    ...steadyRows,
    ...figureNames.map((figure): Row => ['wholeRun', figure, wholeRun[figure], unitOf(figure)]),
    ['result', 'ackedRatio', result.ackedRatio, ''],
    ['result', 'limiter', result.diagnosis.limiter, ''],
    ['result', 'throttleMaxMs', result.throttle.maxMs, 'ms'],
    ...latencyRows,
    ...Object.entries(counts).flatMap(([name, count = null]): Row[] =>
      count === null ? [] : [['accounting', name, count, 'records']],
    ),
    ['accounting', 'isClosed', String(isClosed), ''],
    ...groups.flatMap(({ groupId, ...group }) =>
      Object.entries(group).map(([name, count]): Row => ['accounting', `${groupId}.${name}`, count, 'records']),
    ),
  ]
}

/** Writes prediction, result and verdict as CSV. */
export function summaryCsv(record: MeasuredRecord): string {
  const heading = ['section', 'name', 'value', 'unit']
  return csvText([heading, ...runRows(record), ...predictionRows(record), ...resultRows(record)])
}
