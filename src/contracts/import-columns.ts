/**
 * The meaning of the columns of an imported CSV file.
 */
import { z } from 'zod'
import { parseByteRate } from '../units/byte-rate.ts'
import { parseDuration } from '../units/duration.ts'
import type { Reading } from '../units/reading.ts'
import { parseRecordRate } from '../units/record-rate.ts'
import { figureNames } from './figures.ts'
import { positive } from './primitives.ts'

/** A column can contain one of the five figures over a row's period, or the duration of that period. */
export const importColumnFields = [...figureNames, 'durationMs'] as const

/** One column. */
export const importColumn = z.strictObject({
  field: z.enum(importColumnFields),
  /** Heading of the column in the file. */
  header: z.string().min(1).max(200),
  /** The heading together with its unit, such as `written [MiB/s]`: some files have the unit in the heading. */
  headerWithUnit: z.string().max(300).optional(),
  /** Factor that converts a value to bytes/s, records/s or ms. */
  factor: positive,
})
export type ImportColumn = z.output<typeof importColumn>

/** The result of reading the text of a column: the column, or the problem of the text. */
export type ColumnReading =
  | { readonly ok: true; readonly column: ImportColumn }
  | { readonly ok: false; readonly problem: string }

/**
 * Reads a text such as "ingressPayloadBytesPerSec=written [MiB/s]": the field, the heading of the column, and
 * optionally the unit of its values.
 */
export function readImportColumn(text: string): ColumnReading {
  const match = /^(?<field>\w+)=(?<header>.*?)(?:\s*\[(?<unit>[^\]]+)\])?$/.exec(text.trim())
  const { field: name = '', header = '', unit } = match?.groups ?? {}
  const field = importColumnFields.find((each) => each === name)
  if (field === undefined) {
    return { ok: false, problem: `expected one of ${importColumnFields.join(', ')} before "="` }
  }
  if (header === '') return { ok: false, problem: 'expected the heading of a column after "="' }
  if (unit === undefined) return { ok: true, column: { field, header, factor: 1 } }
  const reading = factorOf(field, unit)
  if (!reading.ok) return { ok: false, problem: reading.problem }
  if (reading.value <= 0) return { ok: false, problem: 'a unit must be more than 0' }
  return { ok: true, column: { field, header, headerWithUnit: `${header} [${unit}]`, factor: reading.value } }
}

/** Reads the factor that converts a unit to the unit of the field: 1048576 for a byte rate in MiB/s. */
function factorOf(field: ImportColumn['field'], unit: string): Reading {
  if (field === 'durationMs') return parseDuration(`1 ${unit}`)
  return field === 'recordsPerSec' ? parseRecordRate(`1 ${unit}`) : parseByteRate(`1 ${unit}`)
}
