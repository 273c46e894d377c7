/**
 * Rates that are given as a multiple of another one: a peak of "3x" the average, an average of "33 %" of the peak.
 */
import { type Reading, read, unread } from '../units/reading.ts'

/** The rate of which a rate can be a multiple. */
const baseOf: Readonly<Record<string, { readonly field: string; readonly name: string }>> = {
  peakRecordsPerSec: { field: 'averageRecordsPerSec', name: 'average rate' },
  averageRecordsPerSec: { field: 'peakRecordsPerSec', name: 'peak rate' },
}

const multiple = /^(\d+(?:\.\d+)?)\s*[x×]$/i
const percentage = /^(\d+(?:\.\d+)?)\s*%$/

/**
 * Reads a multiple or a percentage for a rate of a producer. Null if the text is neither, or the field is no such rate.
 * `producer` has the other rate; a multiple of a rate that is not given cannot be read.
 */
export function readRelativeRate(field: string, text: string, producer: unknown): Reading | null {
  const base = Object.hasOwn(baseOf, field) ? baseOf[field] : undefined
  const factor = factorOf(text.trim())
  if (base === undefined || factor === null) return null
  const rate = typeof producer === 'object' && producer !== null ? Reflect.get(producer, base.field) : undefined
  if (typeof rate !== 'number') {
    return unread(`"${text.trim()}" is a multiple of the ${base.name}, which is not given; give that first.`)
  }
  return read(Number((rate * factor).toPrecision(12)))
}

function factorOf(text: string): number | null {
  const times = multiple.exec(text)?.[1]
  if (times !== undefined) return Number(times)
  const percent = percentage.exec(text)?.[1]
  return percent === undefined ? null : Number(percent) / 100
}
