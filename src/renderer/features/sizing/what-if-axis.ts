/**
 * The values over which a field is varied: a round range around where it stands, kept while it moves inside it.
 */
import type { WhatIfField } from '../../../charts/what-if-regimes.ts'
import { fieldRow } from './field-table.ts'
import { placePattern } from './scenario-path.ts'

/** The range of a field. */
export interface WhatIfAxis {
  readonly place: string
  readonly range: WhatIfField['axis']
}

/** How far from the working value a field is varied, each way. */
const reach = 10
/** Values tried before the places where another limit takes over are sought. */
const gridSteps = 30

/** Fields that have ends of their own. */
const ownRanges: Readonly<Record<string, WhatIfField['axis']>> = {
  'workload.topics[].replicationFactor': { kind: 'linear', from: 1, to: 9 },
  'workload.producers[].compressionRatio': { kind: 'linear', from: 0.05, to: 1 },
  'workload.producers[].keys.exponent': { kind: 'linear', from: 0.1, to: 4 },
}
/** Where a field that stands at zero ends. */
const endsFromZero: Readonly<Record<string, number>> = { bytes: 1000, duration: 100, 'attempt-rate': 100 }
const otherEndFromZero = 10

/** The axis of a field; the one before where the value still lies on it, so that dragging does not move the ground. */
export function whatIfAxis(before: WhatIfAxis | null, place: string, value: number): WhatIfAxis {
  const fits = before !== null && before.place === place && value >= before.range.from && value <= before.range.to
  return fits ? before : { place, range: rangeAround(place, value) }
}

function rangeAround(place: string, value: number): WhatIfField['axis'] {
  const fixedRange = ownRanges[placePattern(place)]
  if (fixedRange !== undefined) return fixedRange
  const { kind } = fieldRow(place)
  if (value === 0) return { kind: 'linear', from: 0, to: endsFromZero[kind] ?? otherEndFromZero }
  const from = roundDown(value / reach)
  return {
    kind: 'logarithmic',
    from: isWholeField(place) ? Math.max(1, Math.floor(from)) : from,
    to: roundUp(value * reach),
  }
}

/** Values of a range that people would write, with the working value among them. */
export function gridValues(axis: WhatIfAxis, value: number): number[] {
  const { kind, from, to } = axis.range
  const isWhole = isWholeField(axis.place)
  const inner = Array.from({ length: gridSteps - 1 }, (_, index) => {
    const share = (index + 1) / gridSteps
    const raw = kind === 'linear' ? from + share * (to - from) : from * (to / from) ** share
    const round = Number(raw.toPrecision(2))
    return isWhole ? Math.round(round) : round
  })
  return [...new Set([from, ...inner, to, value])].filter((each) => each >= from && each <= to).sort((a, b) => a - b)
}

/** True for a field that takes whole numbers only. */
function isWholeField(place: string): boolean {
  const { kind } = fieldRow(place)
  return kind === 'count' || kind === 'bytes'
}

const roundFactors = [1, 1.5, 2, 3, 5, 7, 10]

function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = roundFactors.findLast((each) => each * power <= value * (1 + 1e-9)) ?? 1
  return Number((factor * power).toPrecision(12))
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = roundFactors.find((each) => each * power >= value * (1 - 1e-9)) ?? 10
  return Number((factor * power).toPrecision(12))
}
