/**
 * The form of a reading of a running cluster, and the request that it results in. Pure.
 */
import type { ReadingRequest } from '../../../contracts/kept-reading.ts'
import { type ReadingBounds, readingBounds, usualReadingBounds } from '../../../contracts/reading-part.ts'
import { parseBytesWithUnit } from '../../../units/bytes.ts'
import { parseDuration } from '../../../units/duration.ts'
import type { Reading } from '../../../units/reading.ts'
import { type FormProblems, type RequestForm, readConnection } from '../validation/request-form.ts'

/** The fields as typed. Empty means the default. */
export interface ReadingForm {
  /** True if a running cluster is one of the sources. */
  readonly includesCluster: boolean
  /** Time between the first and the last snapshot of the offsets, such as "1 min". */
  readonly span: string
  /** Maximum bytes of record batches that are read as a sample, such as "50 MB". */
  readonly sample: string
}

export const emptyReadingForm: ReadingForm = { includesCluster: false, span: '', sample: '' }

/** A sentence for each field with a problem. */
export interface ReadingProblems {
  readonly span?: string
  readonly sample?: string
}

/** The parsed form. */
export interface ParsedReadingForm {
  /** The bounds of the reading. Empty and invalid fields have their defaults. */
  readonly bounds: ReadingBounds
  readonly problems: ReadingProblems
  readonly connectionProblems: FormProblems
  /** Null if a field is invalid, or no connection is chosen. */
  readonly request: ReadingRequest | null
}

/** Parses the form. */
export function readReadingForm(form: ReadingForm, connectionForm: RequestForm): ParsedReadingForm {
  const span = boundOf(form.span, parseDuration, 'spanMs')
  const sample = boundOf(form.sample, parseBytesWithUnit, 'sampleBytes')
  const problems = {
    ...('problem' in span ? { span: span.problem } : {}),
    ...('problem' in sample ? { sample: sample.problem } : {}),
  }
  const bounds = {
    ...usualReadingBounds,
    ...('value' in span ? { spanMs: span.value } : {}),
    ...('value' in sample ? { sampleBytes: sample.value } : {}),
  }
  const connectionProblems: FormProblems = {}
  const target = readConnection(connectionForm, connectionProblems)
  const isWrong = Object.keys(problems).length > 0 || Object.keys(connectionProblems).length > 0
  const connection = target?.kind === 'connection' ? target.connection : null
  return {
    bounds,
    problems,
    connectionProblems,
    request: connection === null || isWrong ? null : { connection, bounds },
  }
}

/** Parses a bound: its value, or the problem of the field; neither if it is empty. */
function boundOf(
  text: string,
  parse: (text: string) => Reading,
  field: 'spanMs' | 'sampleBytes',
): { readonly value: number } | { readonly problem: string } | Record<never, never> {
  if (text.trim() === '') return {}
  const reading = parse(text)
  if (!reading.ok) return { problem: reading.problem }
  const value = Math.round(reading.value)
  if (readingBounds.shape[field].safeParse(value).success) return { value }
  return { problem: field === 'spanMs' ? 'At most 7 days.' : 'At most 10 GB.' }
}
