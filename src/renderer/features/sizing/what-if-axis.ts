/**
 * The axis of a what-if: a range with round ends around the current value. It is kept while the value stays within it.
 */
import type { WhatIfField } from '../../../charts/what-if-regimes.ts'
import { fieldRow } from './field-table.ts'
import { placePattern } from './scenario-path.ts'

/** A field and the range of its values. */
export interface WhatIfAxis {
  readonly place: string
  readonly range: WhatIfField['axis']
}

/** A field is varied from its current value divided by this factor to the value multiplied by it. */
const reachFactor = 10
/** Number of steps of the grid with which a curve begins; the points where the binding limit changes are searched then. */
const gridSteps = 30

/** Fields with a fixed range. */
const fixedRanges: Readonly<Record<string, WhatIfField['axis']>> = {
  'workload.topics[].replicationFactor': { kind: 'linear', from: 1, to: 9 },
  'workload.producers[].compressionRatio': { kind: 'linear', from: 0.05, to: 1 },
  'workload.producers[].keys.exponent': { kind: 'linear', from: 0.1, to: 4 },
}
/** Upper end of the range for a current value of 0, by kind of quantity, in the unit of the field. */
const rangeEndsFromZero: Readonly<Record<string, number>> = { bytes: 1000, duration: 100, 'attempt-rate': 100 }
const defaultEndFromZero = 10
/**
 * The range of these fields ends at this value at least. A default of 1 B would otherwise be varied up to 10 B, although
 * only batches of many kilobytes change the requests.
 */
const leastEnds: Readonly<Record<string, number>> = { 'workload.consumerGroups[].fetchMinBytes': 1_000_000 }

/**
 * The axis of a field. Returns the earlier axis if the value is still on it, so that dragging does not change the axis.
 */
export function whatIfAxis(before: WhatIfAxis | null, place: string, value: number): WhatIfAxis {
  const fits = before !== null && before.place === place && value >= before.range.from && value <= before.range.to
  return fits ? before : { place, range: rangeAround(place, value) }
}

function rangeAround(place: string, value: number): WhatIfField['axis'] {
  const fixedRange = fixedRanges[placePattern(place)]
  if (fixedRange !== undefined) return fixedRange
  const { kind } = fieldRow(place)
  if (value === 0) return { kind: 'linear', from: 0, to: rangeEndsFromZero[kind] ?? defaultEndFromZero }
  const from = roundDown(value / reachFactor)
  return {
    kind: 'logarithmic',
    from: isWholeField(place) ? Math.max(1, Math.floor(from)) : from,
    to: Math.max(roundUp(value * reachFactor), leastEnds[placePattern(place)] ?? 0),
  }
}

/** The values of the grid, in ascending order: both ends of the range, rounded values in between, and the current value. */
export function gridValues(axis: WhatIfAxis, value: number): number[] {
  const { kind, from, to } = axis.range
  const isWhole = isWholeField(axis.place)
  const inner = Array.from({ length: gridSteps - 1 }, (_, index) => {
    const share = (index + 1) / gridSteps
    const raw = kind === 'linear' ? from + share * (to - from) : from * (to / from) ** share
    const round = Number(raw.toPrecision(2))
    return isWhole ? Math.round(round) : round
  })
  return [...new Set([from, ...inner, to, value])]
    .filter((candidate) => candidate >= from && candidate <= to)
    .sort((a, b) => a - b)
}

/** True for a field that takes whole numbers only. */
function isWholeField(place: string): boolean {
  const { kind } = fieldRow(place)
  return kind === 'count' || kind === 'bytes'
}

const roundFactors = [1, 1.5, 2, 3, 5, 7, 10]

function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = roundFactors.findLast((candidate) => candidate * power <= value * (1 + 1e-9)) ?? 1
  return Number((factor * power).toPrecision(12))
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = roundFactors.find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10
  return Number((factor * power).toPrecision(12))
}
