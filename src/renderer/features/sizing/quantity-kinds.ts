/**
 * How the quantities of a form are read and written: what people type, the one canonical form, what a bound looks like.
 */
import { canonicalByteRate, formatByteRate, parseByteRate } from '../../../units/byte-rate.ts'
import { parseBytes, shortestBytes } from '../../../units/bytes.ts'
import { canonicalCount, formatCount, parseCount } from '../../../units/count.ts'
import { canonicalDuration, parseDuration } from '../../../units/duration.ts'
import { type Reading, read, unread } from '../../../units/reading.ts'
import { canonicalRecordRate, parseRecordRate } from '../../../units/record-rate.ts'

export type QuantityKind =
  | 'bytes'
  | 'count'
  | 'duration'
  | 'record-rate'
  | 'byte-rate'
  | 'attempt-rate'
  | 'ratio'
  | 'number'

interface QuantityRules {
  parse(text: string): Reading
  /** Reads back as the same value. */
  canonical(value: number): string
}

/** The rules of each kind. */
export const quantityRules: Readonly<Record<QuantityKind, QuantityRules>> = {
  bytes: { parse: parseBytes, canonical: shortestBytes },
  count: { parse: parseCount, canonical: canonicalCount },
  duration: { parse: parseDuration, canonical: canonicalDuration },
  'record-rate': { parse: parseRateOfRecords, canonical: canonicalRecordRate },
  'byte-rate': { parse: parseByteRate, canonical: canonicalByteRate },
  'attempt-rate': { parse: parseAttemptRate, canonical: (value) => `${formatNumber(value)}/s` },
  ratio: { parse: parseRatio, canonical: (value) => `${formatNumber(Number((value * 100).toPrecision(12)))} %` },
  number: { parse: parseNumber, canonical: formatNumber },
}

/** A rate that is written in bytes ("50 MB/s"); null where the text is none and is meant as a rate of records. */
export function readAsByteRate(text: string): number | null {
  if (parseRecordRate(text).ok) return null
  const rate = parseByteRate(text)
  return rate.ok ? rate.value : null
}

/** A text that means bytes and cannot be read is told how bytes are written, not how records are. */
function parseRateOfRecords(text: string): Reading {
  const reading = parseRecordRate(text)
  if (reading.ok || !/\d\s*[kmgtp]?i?b(?:it|yte|ps|\b)/i.test(text)) return reading
  const inBytes = parseByteRate(text)
  return inBytes.ok ? reading : inBytes
}

/** A byte rate in the form that the field shows: exact where that is short. */
export function canonicalRate(bytesPerSec: number): string {
  return formatByteRate(bytesPerSec)
}

function parseAttemptRate(text: string): Reading {
  const reading = parseRecordRate(text)
  return reading.ok ? reading : unread(`"${text.trim()}" is not a rate; write it like 50/s.`)
}

function parseRatio(text: string): Reading {
  const match = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*(%?)\s*$/.exec(text)
  if (match === null) return unread(`"${text.trim()}" is not a share; write it like 40 % or 0.4.`)
  return read(Number(match[1]) / (match[2] === '%' ? 100 : 1))
}

function parseNumber(text: string): Reading {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? read(value) : unread(`"${text.trim()}" is not a number; write it like 0.9.`)
}

function formatNumber(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : String(value)
}
