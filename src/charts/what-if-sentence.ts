/**
 * A what-if curve in words: at which values another limit binds, and which rate a value beyond them gives.
 */
import { type Dimension, dimensionRecords } from '../contracts/dimensions.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { upperFirst } from '../units/first-letter.ts'
import { joinNames } from '../units/join-names.ts'
import { formatValue } from './value-format.ts'
import {
  isWithoutRate,
  type Regime,
  regimesOf,
  type WhatIfCurve,
  type WhatIfField,
  type WhatIfPoint,
  withoutRateText,
} from './what-if-regimes.ts'

/** Rates count as equal if their relative difference is at most this. */
const equalRateTolerance = 0.005

/** A curve whose rates differ by at most this ratio is described without rates: only batches are filled differently. */
const flatCurveTolerance = 0.03

/** The limits as subject and verb of a sentence: "the partition binds", "ingress and egress bind". */
export function bindingClause(binding: readonly Dimension[]): string {
  // A partition that is full in both directions is named only once.
  const namedDimensions = binding.includes('partition-ingress')
    ? binding.filter((name) => name !== 'partition-egress')
    : binding
  const names = namedDimensions.map((dimension) => dimensionRecords[dimension].subject)
  if (names.length === 0) return 'something else binds'
  return `${joinNames(names)} ${names.length === 1 ? 'binds' : 'bind'}`
}

/** A value with the name of the field: "20 partitions", "a linger of 10 ms", "60,000 records/s". */
export function valueWithName(field: WhatIfField, value: number): string {
  const text = valueWithUnit(field, value)
  if (field.unit !== null || field.format === 'records-per-sec') return text
  const name = field.label.toLowerCase()
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name} of ${text}`
}

/** A value with only its unit: "20 partitions", "10 ms", "60,000 records/s". */
function valueWithUnit({ format, unit }: WhatIfField, value: number): string {
  const text = formatValue(value, format)
  if (unit === null) return text
  return `${text} ${value === 1 ? unit.singular : unit.plural}`
}

/** Sentences on the regimes next to the working point. If the load fits from some value on, that is said first. */
export function whatIfSentences(curve: WhatIfCurve): readonly string[] {
  const regimes = regimesOf(curve.points)
  const at = regimes.findIndex(({ first, last }) => first.x <= curve.now.x && curve.now.x <= last.x)
  const [below, here, above] = [regimes[at - 1], regimes[at], regimes[at + 1]]
  if (here === undefined) return []
  const sentences = [
    ...(below === undefined ? [] : [belowSentence(curve, below, here), ...flatSentences(curve, [below, here, above])]),
    ...(above === undefined ? [] : [aboveSentence(curve, here, above)]),
  ]
  if (sentences.length === 0) return [wholeSentence(curve, here)]
  if (here.kind === 'fits') return sentences
  // The value from which the whole load fits is the most useful one, however far away it is.
  const fitting = regimes.slice(at + 1).find((regime) => regime.kind === 'fits')
  if (fitting === undefined) return sentences
  const others = above === fitting ? sentences.slice(0, -1) : sentences
  return [fittingSentence(curve, fitting), ...others]
}

function fittingSentence({ field, points }: WhatIfCurve, fitting: Regime): string {
  const from = valueWithName(field, fitting.first.x)
  const isToTheEnd = fitting.last.x === points.at(-1)?.x
  const span = isToTheEnd ? `From ${from} on` : `From ${from} to ${formatValue(fitting.last.x, field.format)}`
  return `${span} the whole load fits${exampleRate(fitting.first)}.`
}

/** "From 10 partitions on, more do not help: the rate stays at 50 MB/s."; none if a higher value does help. */
function flatSentences(
  { field }: WhatIfCurve,
  [below, here, above]: readonly [below: Regime, here: Regime, above: Regime | undefined],
): string[] {
  const rates = here.points.map((point) => point.achievableBytesPerSec?.likely ?? 0)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  const isFlat = here.points.length > 1 && isSameRate(low, high)
  if (below.kind !== 'binds' || here.kind !== 'binds' || !isFlat || above?.kind === 'fits') return []
  const from = valueWithName(field, here.first.x)
  const span = above === undefined ? `From ${from} on` : `From ${from} to ${formatValue(here.last.x, field.format)}`
  const more = field.unit === null ? 'a higher value does' : 'more do'
  return [`${span}, ${more} not help: the rate stays at ${formatByteRate(high)}.`]
}

function belowSentence({ field, now }: WhatIfCurve, below: Regime, here: Regime): string {
  const from = valueWithName(field, here.first.x)
  if (isWithoutRate(below.kind)) return `Below ${from} it is ${withoutRateText(below.kind)}.`
  if (below.kind === 'fits') {
    const upTo = valueWithName(field, below.last.x)
    if (isWithoutRate(here.kind))
      return `Up to ${upTo} the whole load fits; above, it is ${withoutRateText(here.kind)}.`
    return `Up to ${upTo} the whole load fits; above, ${bindingClause(here.binding)}.`
  }
  return `Below ${from} ${bindingClause(below.binding)}${exampleOf(field, below, { near: here.first.x / 2, now })}.`
}

function aboveSentence(curve: WhatIfCurve, here: Regime, above: Regime): string {
  const { field, now } = curve
  if (above.kind === 'fits') return fittingSentence(curve, above)
  const upTo = valueWithName(field, here.last.x)
  if (isWithoutRate(above.kind)) return `Above ${upTo} it is ${withoutRateText(above.kind)}.`
  const example = exampleOf(field, above, { near: here.last.x * 2, now })
  if (isWithoutRate(here.kind)) {
    return `From ${valueWithName(field, above.first.x)} on it is not ${withoutRateText(here.kind)}; ${bindingClause(above.binding)}${example}.`
  }
  return `Above ${upTo} ${bindingClause(above.binding)}${example}.`
}

function exampleRate({ achievableBytesPerSec }: WhatIfPoint): string {
  return achievableBytesPerSec === null ? '' : `, ${formatByteRate(achievableBytesPerSec.likely)}`
}

/**
 * An example such as ": 10 give 50 MB/s", for the regime's value nearest to `near`, or for the one whose rate differs most if the
 * nearest has the current rate. If the whole regime has the current rate, it says so; if the workload has
 * no rate there, it is empty.
 */
function exampleOf(
  field: WhatIfField,
  regime: Regime,
  at: { readonly near: number; readonly now: WhatIfPoint },
): string {
  const nearest = regime.points.reduce((best, point) =>
    Math.abs(point.x - at.near) < Math.abs(best.x - at.near) ? point : best,
  )
  if (nearest.achievableBytesPerSec === null) return ''
  const currentRate = at.now.achievableBytesPerSec?.likely ?? 0
  const rateOf = (point: WhatIfPoint) => point.achievableBytesPerSec?.likely ?? currentRate
  const isAtCurrentRate = (point: WhatIfPoint) => isSameRate(rateOf(point), currentRate)
  if (regime.points.every(isAtCurrentRate)) return ', at the same rate'
  const distanceOf = (point: WhatIfPoint) => Math.abs(rateOf(point) - currentRate)
  const mostDifferent = regime.points.reduce((best, point) => (distanceOf(point) > distanceOf(best) ? point : best))
  const example = isAtCurrentRate(nearest) ? mostDifferent : nearest
  const verb = field.unit !== null && example.x !== 1 ? 'give' : 'gives'
  return `: ${formatValue(example.x, field.format)} ${verb} ${formatByteRate(rateOf(example))}`
}

function isSameRate(a: number, b: number): boolean {
  return Math.abs(a - b) <= equalRateTolerance * Math.max(a, b)
}

/** The sentence for a curve that has only one regime. */
function wholeSentence({ field }: WhatIfCurve, regime: Regime): string {
  const { first, last, points } = regime
  const span = `from ${formatValue(first.x, field.format)} to ${valueWithUnit(field, last.x)}`
  if (isWithoutRate(regime.kind)) return `It is ${withoutRateText(regime.kind)} ${span}.`
  const rates = points.map((point) => point.achievableBytesPerSec?.likely ?? 0)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  if (isSameRate(low, high)) return `No difference here: ${formatByteRate(high)} ${span}.`
  const lead = regime.kind === 'fits' ? 'The whole load fits' : upperFirst(bindingClause(regime.binding))
  if (high - low <= flatCurveTolerance * high) return `${lead} ${span}.`
  const ends = [first, last].map((point) => formatByteRate(point.achievableBytesPerSec?.likely ?? 0))
  return `${lead} ${span}: ${ends[0]} to ${ends[1]}.`
}
