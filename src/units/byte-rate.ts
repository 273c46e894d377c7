/**
 * Rates of bytes: parses what people type to bytes/s, and formats bytes/s rounded (for display) or exactly (canonical).
 */
import { bytesQuantity, byteUnitFactor, exactInUnits, formatBinaryBytes } from './bytes.ts'
import { decimalCommaProblem, splitNumber } from './number-text.ts'
import { splitPer } from './per-time.ts'
import { decimalPrefixes, lookUp, timeUnitsMs } from './prefixes.ts'
import { type Quantity, quantityText } from './quantity.ts'
import { quoted, type Reading, read, unread } from './reading.ts'

const expected = 'write it with its unit, like 50 MB/s, 1.5 Gbit/s or 2 TB/day'
const bitUnit = /^([kmgtKMGT]?)(?:bits?|Bits?)$/
const bitsPerSecond = /^([kmgtKMGT]?)(bps|BPS|Bps)$/
const rateFactors = [1e15, 1e12, 1e9, 1e6, 1e3, 1] as const
const rateUnits = ['PB/s', 'TB/s', 'GB/s', 'MB/s', 'kB/s', 'B/s'] as const

/**
 * Parses a rate to bytes/s: "50 MB/s", "10 MiB/s", "2 TB/day", "60 MBps", "1.5 Gbit/s", "1 Gbps".
 *
 * "mb/s", "Mb/s" and "mbps" are rejected, because some people mean bytes by them and others mean bits.
 */
export function parseByteRate(text: string): Reading {
  const number = splitNumber(text)
  if (!number) return unread(decimalCommaProblem(text) ?? `${quoted(text)} is not a rate; ${expected}.`)
  if (number.rest === '') {
    return number.value === 0 ? read(0) : unread(`${quoted(text)} has no unit; ${expected}.`)
  }
  const perSecond = shortRateFactor(number.rest)
  if (perSecond !== undefined) return read(number.value * perSecond)
  const { unit, per } = splitPer(number.rest)
  const perMs = per === null ? undefined : lookUp(timeUnitsMs, per)
  const factor = dataUnitFactor(unit)
  if (isAmbiguous(unit, per)) {
    return unread(`${quoted(text)} can mean bytes or bits; write MB/s for bytes or Mbit/s for bits.`)
  }
  if (perMs === undefined || factor === undefined) return unread(`${quoted(text)} is not a rate; ${expected}.`)
  return read(perMs === 1000 ? number.value * factor : (number.value * factor * 1000) / perMs)
}

/** A rounded rate in decimal units, for display: "50 MB/s". */
export function formatByteRate(bytesPerSec: number): string {
  return quantityText(byteRateQuantity(bytesPerSec))
}

/** A rounded rate in decimal units: "50" and "MB/s". */
export function byteRateQuantity(bytesPerSec: number): Quantity {
  const { digits, unit } = bytesQuantity(bytesPerSec)
  return { digits, unit: `${unit}/s` }
}

/** A rounded rate in binary units, for display, as `kafka-*-perf-test` counts: "106 MiB/s". */
export function formatBinaryByteRate(bytesPerSec: number): string {
  return `${formatBinaryBytes(bytesPerSec)}/s`
}

/** The canonical form of a rate. `parseByteRate` parses it to exactly the same value. */
export function canonicalByteRate(bytesPerSec: number): string {
  return exactInUnits(bytesPerSec, rateFactors, rateUnits)
}

function dataUnitFactor(unit: string): number | undefined {
  const bits = bitUnit.exec(unit)
  if (!bits) return unit === '' ? undefined : byteUnitFactor(unit)
  const factor = lookUp(decimalPrefixes, (bits[1] ?? '').toLowerCase())
  return factor === undefined ? undefined : factor / 8
}

/** Bytes/s in units such as "MBps" (bytes) and "Gbps" (bits). Undefined for all lower case, which is ambiguous. */
function shortRateFactor(unit: string): number | undefined {
  const match = bitsPerSecond.exec(unit)
  if (!match) return undefined
  const prefix = match[1] ?? ''
  const factor = lookUp(decimalPrefixes, prefix.toLowerCase())
  if (factor === undefined) return undefined
  if (match[2] === 'Bps') return factor
  return match[2] === 'bps' && /^[KMGT]$/.test(prefix) ? factor / 8 : undefined
}

/** True for a unit such as "mb/s", which can mean bytes or bits. */
export function mayMeanBits(rateUnit: string): boolean {
  const { unit, per } = splitPer(rateUnit)
  return isAmbiguous(unit, per)
}

function isAmbiguous(unit: string, per: string | null): boolean {
  return /^[kmgtKMGT]?b$/.test(unit) || (per === null && /^[kmgt]?bps$/i.test(unit))
}
