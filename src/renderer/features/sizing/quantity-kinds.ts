/**
 * Parsers and formatters of the quantities in the form.
 */
import { canonicalByteRate, formatByteRate, parseByteRate } from '../../../units/byte-rate.ts'
import { parseBytes, shortestBytes } from '../../../units/bytes.ts'
import { canonicalCount, formatCount, parseCount } from '../../../units/count.ts'
import { canonicalDuration, parseDuration } from '../../../units/duration.ts'
import { parseCompressionRatio, parseRatio } from '../../../units/ratio.ts'
import { type Reading, read, unread } from '../../../units/reading.ts'
import { canonicalRecordRate, parseRecordRate } from '../../../units/record-rate.ts'

/** The kinds of quantities that the form has. */
export type QuantityKind =
  | 'bytes'
  | 'count'
  | 'duration'
  | 'record-rate'
  | 'byte-rate'
  | 'attempt-rate'
  | 'ratio'
  | 'compression-ratio'
  | 'number'

interface QuantityRules {
  /** `words` may follow a count: what it counts. */
  parse(text: string, words?: readonly string[]): Reading
  /** The text that a field shows. `parse` returns the same value for it. */
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
  ratio: { parse: parseShare, canonical: canonicalShare },
  'compression-ratio': { parse: parseCompressionRatio, canonical: canonicalCompression },
  number: { parse: parseNumber, canonical: formatNumber },
}

/** Parses a rate in bytes/s ("50 MB/s"); null if the text is not one, or is a rate of records. */
export function readAsByteRate(text: string): number | null {
  if (parseRecordRate(text).ok) return null
  const rate = parseByteRate(text)
  return rate.ok ? rate.value : null
}

/** Parses a rate of records. If an invalid text has a unit of bytes, the problem explains how to write bytes. */
function parseRateOfRecords(text: string): Reading {
  const reading = parseRecordRate(text)
  if (reading.ok || !/\d\s*[kmgtp]?i?b(?:it|yte|ps|\b)/i.test(text)) return reading
  const inBytes = parseByteRate(text)
  return inBytes.ok ? reading : inBytes
}

/** A byte rate as a field shows it whose rate was typed in bytes. */
export function canonicalRate(bytesPerSec: number): string {
  return formatByteRate(bytesPerSec)
}

function parseAttemptRate(text: string): Reading {
  const reading = parseRecordRate(text)
  return reading.ok ? reading : unread(`"${text.trim()}" is not a rate; write it like 50/s.`)
}

function parseShare(text: string): Reading {
  const reading = parseRatio(text)
  return reading.ok ? reading : unread(`"${text.trim()}" is not a share; write it like 40 % or 0.4.`)
}

/** A percentage with more characters than this is shown as a ratio such as 3:1 if that is the same value. */
const longestPercentage = '33.33 %'.length

/** "50 %", or "3:1" instead of a percentage with many digits. */
function canonicalCompression(value: number): string {
  const share = canonicalShare(value)
  const ratio = `${formatNumber(Number((1 / value).toPrecision(4)))}:1`
  if (share.length <= longestPercentage) return share
  const reading = parseCompressionRatio(ratio)
  return reading.ok && reading.value === value ? ratio : share
}

function canonicalShare(value: number): string {
  return `${formatNumber(Number((value * 100).toPrecision(12)))} %`
}

function parseNumber(text: string): Reading {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? read(value) : unread(`"${text.trim()}" is not a number; write it like 0.9.`)
}

function formatNumber(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : String(value)
}
