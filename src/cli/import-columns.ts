/**
 * `--column FIELD=HEADER [UNIT]`: which column of a CSV file holds what.
 */
import { AppError, type Problem } from '../contracts/app-error.ts'
import { type ImportColumn, importColumnFields } from '../contracts/import-columns.ts'
import { parseByteRate } from '../units/byte-rate.ts'
import { parseDuration } from '../units/duration.ts'
import type { Reading } from '../units/reading.ts'
import { parseRecordRate } from '../units/record-rate.ts'

/** @throws AppError USAGE with every column that cannot be read. */
export function readColumns(texts: readonly string[]): ImportColumn[] {
  const read = texts.map(readColumn)
  const problems = read.filter((each): each is Problem => 'place' in each)
  if (problems.length === 0) return read.filter((each): each is ImportColumn => 'field' in each)
  throw new AppError('USAGE', 'headroom import: --column cannot be read.', {
    problems,
    remedy: 'For example: --column "ingressPayloadBytesPerSec=written [MiB/s]" --column recordsPerSec=rate',
  })
}

function readColumn(text: string): ImportColumn | Problem {
  const place = `--column ${text}`
  const match = /^(?<field>\w+)=(?<header>.*?)(?:\s*\[(?<unit>[^\]]+)\])?$/.exec(text.trim())
  const { field: name = '', header = '', unit } = match?.groups ?? {}
  const field = importColumnFields.find((each) => each === name)
  if (field === undefined) return { place, message: `expected one of ${importColumnFields.join(', ')} before "="` }
  if (header === '') return { place, message: 'expected the heading of a column after "="' }
  if (unit === undefined) return { field, header, factor: 1 }
  const reading = factorOf(field, unit)
  return reading.ok && reading.value > 0
    ? { field, header, factor: reading.value }
    : { place, message: reading.ok ? 'a unit is more than nothing' : reading.problem }
}

/** What one of the unit is. */
function factorOf(field: ImportColumn['field'], unit: string): Reading {
  if (field === 'durationMs') return parseDuration(`1 ${unit}`)
  return field === 'recordsPerSec' ? parseRecordRate(`1 ${unit}`) : parseByteRate(`1 ${unit}`)
}
