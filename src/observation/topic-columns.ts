/**
 * Recognises the columns of a list of topics by their headings.
 */
import type { TopicField } from '../contracts/observation-fields.ts'
import { mayMeanBits, parseByteRate } from '../units/byte-rate.ts'
import { parseBytes } from '../units/bytes.ts'
import { parseCount } from '../units/count.ts'
import { parseDuration } from '../units/duration.ts'
import { splitNumber } from '../units/number-text.ts'
import { type Reading, unread } from '../units/reading.ts'
import { parseRecordRate } from '../units/record-rate.ts'

/** The content of a column. */
export type TopicColumn =
  | { readonly kind: 'name' }
  | { readonly kind: 'compression' }
  | { readonly kind: 'figure'; readonly field: TopicField; readonly read: (cell: string) => Reading }

/**
 * Kinds of numbers, each with its parser and the unit of a bare number; null if a number without a unit is ambiguous.
 */
const parsers = {
  count: { parse: parseCount, unit: '' },
  bytes: { parse: parseBytes, unit: 'B' },
  byteRate: { parse: parseByteRate, unit: null },
  recordRate: { parse: parseRecordRate, unit: null },
  duration: { parse: parseDuration, unit: null },
} as const
type Quantity = keyof typeof parsers

interface KnownColumn {
  readonly field: TopicField
  readonly quantity: Quantity
  /** Matches the heading in lower case, without its unit, with one space for dots, dashes and underscores. */
  readonly words: RegExp
}

/** The first match wins, so the order matters. */
const knownColumns: readonly KnownColumn[] = [
  { field: 'partitions', quantity: 'count', words: /^(?:# ?|number of |num )?partitions?(?: count)?$/ },
  { field: 'replicationFactor', quantity: 'count', words: /^(?:rf|replication(?: factor)?|replicas)$/ },
  { field: 'minInsyncReplicas', quantity: 'count', words: /^min (?:isr|in ?sync(?: replicas)?|insync replicas)$/ },
  { field: 'retentionMs', quantity: 'duration', words: /^retention(?: time)?$/ },
  { field: 'consumerGroups', quantity: 'count', words: /^(?:# ?|number of )?(?:consumer ?groups?|groups?|fan ?out)$/ },
  { field: 'producers', quantity: 'count', words: /^(?:# ?|number of )?(?:producers?|producer clients)$/ },
  {
    field: 'wireBytesPerRecord',
    quantity: 'bytes',
    words: /^(?:avg |average |mean )?(?:(?:record|message|msg) ?size|bytes per (?:record|message))$/,
  },
  { field: 'storedBytes', quantity: 'bytes', words: /^(?:size|stored(?: bytes)?|size on disk|disk|retained bytes)$/ },
  {
    field: 'averageRecordsInPerSec',
    quantity: 'recordRate',
    words: /^(?:avg|average|mean) (?:throughput )?(?:records?|messages?|msgs?)(?: in)?$/,
  },
  {
    field: 'peakMinuteRecordsInPerSec',
    quantity: 'recordRate',
    words: /^(?:peak |max |maximum )?(?:throughput )?(?:records?|messages?|msgs?)(?: in)?(?: rate)?$/,
  },
  {
    field: 'averageBytesOutPerSec',
    quantity: 'byteRate',
    words: /^(?:avg|average|mean) (?:(?:bytes )?out|egress|read)$/,
  },
  {
    field: 'peakMinuteBytesOutPerSec',
    quantity: 'byteRate',
    words: /^(?:peak |max |maximum )?(?:(?:bytes )?out|egress|read)(?: rate)?$/,
  },
  {
    field: 'averageBytesInPerSec',
    quantity: 'byteRate',
    words: /^(?:avg|average|mean) (?:bytes(?: in)?|in|ingress|written|throughput|rate)$/,
  },
  {
    field: 'peakMinuteBytesInPerSec',
    quantity: 'byteRate',
    words: /^(?:peak |max |maximum )?(?:bytes(?: in)?|in|ingress|written|throughput|rate)(?: rate)?$/,
  },
  // These words also stand for bytes. Only the unit decides: "throughput (msg/s)".
  {
    field: 'averageRecordsInPerSec',
    quantity: 'recordRate',
    words: /^(?:avg|average|mean) (?:in|ingress|written|throughput|rate)$/,
  },
  {
    field: 'peakMinuteRecordsInPerSec',
    quantity: 'recordRate',
    words: /^(?:peak |max |maximum )?(?:in|ingress|written|throughput|rate)(?: rate)?$/,
  },
]

/**
 * A byte rate's unit inside a heading: "MB/s in", "bytes per second". Its case is kept, because "mb/s" may mean bits.
 */
const byteRateUnit =
  /\b([kmgt]i?b|bytes|b|[kmg]bits?)\s*(?:\/|per\b|p(?=s))\s*(s|sec|seconds?|min|minutes?|h|hours?|d|days?)\b/i
/** A unit of time inside a heading: "messages/s", "records per second". */
const perTimeUnit = /(?:\/|\bper\b)\s*(s|sec|seconds?|min|minutes?|h|hours?|d|days?)\b/i
/** A unit at the end of a heading: "retention ms", "message size bytes". */
const trailingUnit = /(?<=\S\s)(ms|days?|hours?|[kmgt]i?b|bytes|b)$/i

/** A heading without its unit, and the unit in the form that the parsers of numbers accept. */
interface Heading {
  readonly words: string
  readonly unit: string
}

/** No heading is longer. The patterns would take minutes for a text of 100,000 brackets. */
const maxHeadingLength = 100

/** The column that a heading names; null if it is not recognised. */
export function columnOf(heading: string): TopicColumn | null {
  if (heading.length > maxHeadingLength) return null
  const { words, unit } = splitHeading(heading)
  if (/^(?:(?:kafka )?topics?(?: name)?|name)$/.test(words)) return { kind: 'name' }
  if (/^(?:compression(?: type)?|codec)$/.test(words)) return { kind: 'compression' }
  const knownColumn = knownColumns.find((each) => each.words.test(words) && canHaveUnit(each.quantity, unit, words))
  if (knownColumn !== undefined) {
    const { field, quantity } = knownColumn
    return { kind: 'figure', field, read: (cell) => readCell(cell, quantity, unit) }
  }
  // A heading may consist of a unit only, or say when: "MB/s", "avg MB/s".
  const field = Object.entries(fieldsOfUnit).find(([, own]) => own.test(words))?.[0] as TopicField | undefined
  if (field === undefined || unit === '' || !canHaveUnit('byteRate', unit, words)) return null
  return { kind: 'figure', field, read: (cell) => readCell(cell, 'byteRate', unit) }
}

/** Fields of headings without a word for what is counted. */
const fieldsOfUnit: Partial<Readonly<Record<TopicField, RegExp>>> = {
  averageBytesInPerSec: /^(?:avg|average|mean)$/,
  peakMinuteBytesInPerSec: /^(?:peak|max|maximum)?$/,
}

function splitHeading(heading: string): Heading {
  const spaced = heading
    .replace(/([a-z])(?=[A-Z][a-z])/g, '$1 ')
    .replace(/[\s._-]+/g, ' ')
    .trim()
  const bracketed = /^(.*?)\s*[[(]([^\])]+)[\])]$/.exec(spaced)
  if (bracketed !== null) return { words: plain(bracketed[1] ?? ''), unit: withSlash(bracketed[2] ?? '') }
  const bytes = byteRateUnit.exec(spaced)
  if (bytes !== null) return { words: plain(spaced.replace(bytes[0], ' ')), unit: `${bytes[1]}/${bytes[2]}` }
  const perTime = perTimeUnit.exec(spaced)
  if (perTime !== null) return { words: plain(spaced.replace(perTime[0], ' ')), unit: `/${perTime[1]}` }
  const last = trailingUnit.exec(spaced)
  if (last !== null) return { words: plain(spaced.slice(0, last.index)), unit: last[0] }
  return { words: plain(spaced), unit: '' }
}

/** The unit with a slash: "messages per second" becomes "records/second", "MB per s" becomes "MB/s". */
function withSlash(unit: string): string {
  return unit
    .trim()
    .replace(/\s*\bper\b\s*/i, '/')
    .replace(/^(?:records?|messages?|msgs?|events?)\s*(?=\/)/i, 'records')
}

function plain(words: string): string {
  return words.toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Words of a heading that say what a rate with the unit "/s" counts: "bytes in /s", "messages /s". */
const countedWords = { byteRate: /\bbytes\b/, recordRate: /\b(?:records?|messages?|msgs?)\b/ } as const

/** True if a quantity can have this unit. Cells in "mb/s" are refused one by one, with the reason. */
function canHaveUnit(quantity: Quantity, unit: string, words: string): boolean {
  if (unit.startsWith('/') && (quantity === 'byteRate' || quantity === 'recordRate')) {
    return countedWords[quantity].test(words)
  }
  if (unit === '' || (quantity === 'byteRate' && mayMeanBits(unit))) return true
  return quantity !== 'count' && parsers[quantity].parse(`1 ${wholeUnit(unit, quantity)}`).ok
}

function wholeUnit(unit: string, quantity: Quantity): string {
  if (!unit.startsWith('/')) return unit
  return `${quantity === 'byteRate' ? 'B' : 'records'}${unit}`
}

/** Headings with a unit, for quantities of which a bare number is ambiguous. */
const unitExamples: Readonly<Record<Quantity, string>> = {
  count: '"partitions"',
  bytes: '"size [GB]"',
  byteRate: '"in [MB/s]" or "messages/s"',
  recordRate: '"messages/s", or rename the column if it is no rate',
  duration: '"retention [ms]" or "retention [days]"',
}

/** Reads a cell with its own unit, or a bare number in the heading's unit. */
function readCell(cell: string, quantity: Quantity, unit: string): Reading {
  const { parse, unit: usual } = parsers[quantity]
  if (splitNumber(cell)?.rest !== '') return parse(cell)
  if (unit === '' && usual === null && Number(cell) !== 0) {
    return unread(`"${cell}" has no unit; write it in the heading, like ${unitExamples[quantity]}.`)
  }
  return parse(`${cell} ${unit === '' ? (usual ?? '') : wholeUnit(unit, quantity)}`.trim())
}
