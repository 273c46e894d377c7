/**
 * A what-if curve in words: where another limit binds, and what a value beyond it gives.
 */
import { type Dimension, dimensionRecords } from '../contracts/dimensions.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatValue } from './value-format.ts'
import { type Regime, regimesOf, type WhatIfCurve, type WhatIfField, type WhatIfPlace } from './what-if-regimes.ts'

/** Rates that differ by less count as equal. */
const sameRateRatio = 0.005

/** A flatter curve is described without rates: batches only fill a little differently. */
const nearRateRatio = 0.03

/** What limits, as the subject of a sentence with its verb: "the partition binds", "ingress and egress bind". */
export function bindingClause(binding: readonly Dimension[]): string {
  // A partition that is full in both directions is named once.
  const namedDimensions = binding.includes('partition-ingress')
    ? binding.filter((name) => name !== 'partition-egress')
    : binding
  const names = namedDimensions.map((dimension) => dimensionRecords[dimension].subject)
  if (names.length === 0) return 'something else binds'
  const last = names.at(-1) ?? ''
  return names.length === 1 ? `${last} binds` : `${names.slice(0, -1).join(', ')} and ${last} bind`
}

/** A value of the field with what it counts: "20 partitions", "a linger of 10 ms", "60,000 records/s". */
export function valueWithName(field: WhatIfField, value: number): string {
  const text = valueWithUnit(field, value)
  if (field.unit !== null || field.format === 'records-per-sec') return text
  const name = field.label.toLowerCase()
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name} of ${text}`
}

/** The same without the name of the field: "20 partitions", "10 ms", "60,000 records/s". */
function valueWithUnit({ format, unit }: WhatIfField, value: number): string {
  const text = formatValue(value, format)
  if (unit === null) return text
  return `${text} ${value === 1 ? unit.singular : unit.plural}`
}

/** The most useful sentence of a curve first; a second one if the other side of the working point adds something. */
export function whatIfSentences(curve: WhatIfCurve): readonly string[] {
  const regimes = regimesOf(curve.places)
  const at = regimes.findIndex(({ first, last }) => first.x <= curve.now.x && curve.now.x <= last.x)
  const [below, here, above] = [regimes[at - 1], regimes[at], regimes[at + 1]]
  if (here === undefined) return []
  const sentences = [
    ...(below === undefined ? [] : [belowSentence(curve, below, here)]),
    ...(above === undefined ? [] : [aboveSentence(curve, here, above)]),
  ]
  if (sentences.length === 0) return [wholeSentence(curve, here)]
  if (here.kind === 'fits') return sentences
  // The value from which the whole load fits comes first, however far it is.
  const fitting = regimes.slice(at + 1).find((regime) => regime.kind === 'fits')
  if (fitting === undefined) return sentences
  const others = above === fitting ? sentences.slice(0, -1) : sentences
  return [fittingSentence(curve, fitting), ...others]
}

function fittingSentence({ field, places }: WhatIfCurve, fitting: Regime): string {
  const from = valueWithName(field, fitting.first.x)
  const isToTheEnd = fitting.last.x === places.at(-1)?.x
  const span = isToTheEnd ? `From ${from} on` : `From ${from} to ${formatValue(fitting.last.x, field.format)}`
  return `${span} the whole load fits${exampleRate(fitting.first)}.`
}

function belowSentence({ field, now }: WhatIfCurve, below: Regime, here: Regime): string {
  const from = valueWithName(field, here.first.x)
  if (below.kind === 'refused') return `Below ${from} it is refused.`
  if (below.kind === 'fits') {
    const upTo = valueWithName(field, below.last.x)
    if (here.kind === 'refused') return `Up to ${upTo} the whole load fits; above, it is refused.`
    return `Up to ${upTo} the whole load fits; above, ${bindingClause(here.binding)}.`
  }
  return `Below ${from} ${bindingClause(below.binding)}${exampleOf(field, below, { near: here.first.x / 2, now })}.`
}

function aboveSentence(curve: WhatIfCurve, here: Regime, above: Regime): string {
  const { field, now } = curve
  if (above.kind === 'fits') return fittingSentence(curve, above)
  const upTo = valueWithName(field, here.last.x)
  if (above.kind === 'refused') return `Above ${upTo} it is refused.`
  const example = exampleOf(field, above, { near: here.last.x * 2, now })
  if (here.kind === 'refused') {
    return `From ${valueWithName(field, above.first.x)} on it is not refused; ${bindingClause(above.binding)}${example}.`
  }
  return `Above ${upTo} ${bindingClause(above.binding)}${example}.`
}

function exampleRate({ achievableBytesPerSec }: WhatIfPlace): string {
  return achievableBytesPerSec === null ? '' : `, ${formatByteRate(achievableBytesPerSec.likely)}`
}

/** ": 10 give 50 MB/s", for the value of a stretch nearest to `near`; nothing where that gives what is had now. */
function exampleOf(
  field: WhatIfField,
  regime: Regime,
  at: { readonly near: number; readonly now: WhatIfPlace },
): string {
  const nearest = regime.places.reduce((best, place) =>
    Math.abs(place.x - at.near) < Math.abs(best.x - at.near) ? place : best,
  )
  if (nearest.achievableBytesPerSec === null) return ''
  const rate = nearest.achievableBytesPerSec.likely
  const had = at.now.achievableBytesPerSec?.likely ?? 0
  if (isSameRate(rate, had)) return ', at the same rate'
  const verb = field.unit !== null && nearest.x !== 1 ? 'give' : 'gives'
  return `: ${formatValue(nearest.x, field.format)} ${verb} ${formatByteRate(rate)}`
}

function isSameRate(a: number, b: number): boolean {
  return Math.abs(a - b) <= sameRateRatio * Math.max(a, b)
}

/** One stretch from end to end. */
function wholeSentence({ field }: WhatIfCurve, regime: Regime): string {
  const { first, last, places } = regime
  const span = `from ${formatValue(first.x, field.format)} to ${valueWithUnit(field, last.x)}`
  if (regime.kind === 'refused') return `It is refused ${span}.`
  const rates = places.map((place) => place.achievableBytesPerSec?.likely ?? 0)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  if (isSameRate(low, high)) return `${field.label} makes no difference here: ${formatByteRate(high)} ${span}.`
  const lead = regime.kind === 'fits' ? 'The whole load fits' : upperFirst(bindingClause(regime.binding))
  if (high - low <= nearRateRatio * high) return `${lead} ${span}.`
  const ends = [first, last].map((place) => formatByteRate(place.achievableBytesPerSec?.likely ?? 0))
  return `${lead} ${span}: ${ends[0]} to ${ends[1]}.`
}

function upperFirst(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
