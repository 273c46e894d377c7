/**
 * What decides the band of each consumer group: the limits that slow it, and the terms of the band at the factor at
 * which they hold it.
 */
import { type BandTermModel, bandTerms } from './band-terms.ts'
import type { ConstraintModel } from './constraint-model.ts'
import type { Parties } from './directions.ts'
import type { Headroom } from './headroom.ts'
import { concerns, type Filling } from './held-readers.ts'
import type { Situation } from './situation.ts'
import type { Traffic, TrafficCurve } from './traffic.ts'

/** The parts of a solution from which the bands are computed. */
export type Bounded = Filling & {
  readonly situation: Situation
  readonly waitingAt: TrafficCurve
  readonly models: readonly ConstraintModel[]
  readonly parties: Parties
  readonly headroom: Headroom
  readonly reached: Traffic
  /** Terms of the constraints that bind first, and of those that bind producers; one list if these are the same. */
  readonly terms: readonly BandTermModel[]
  readonly writingTerms: readonly BandTermModel[]
  /** Adapts terms to the target of a run, such as quotas. Left out: they stay unchanged. */
  readonly adjusted?: (terms: readonly BandTermModel[]) => readonly BandTermModel[]
}

/** What decides a band: the limits, their traffic, and the terms that widen it. */
export type Around = {
  /** True if a limit in records/s holds the groups or producers. */
  readonly isInRecords: boolean
  readonly waitingAt: TrafficCurve
  readonly growing: readonly ConstraintModel[]
  readonly terms: readonly BandTermModel[]
}

/** By consumer entry, what decides the band of its groups. Entries with the same limits share one object. */
export function readerBounds(bounded: Bounded): readonly Around[] {
  const { situation, headroom, writing, held, terms, writingTerms } = bounded
  const isHeld = held.length > 0
  const free: Bound = isHeld
    ? {
        headroom: writing.headroom,
        waitingAt: writing.waitingAt,
        growing: bounded.growing,
        terms: writingTerms,
        isInRecords: false,
      }
    : { headroom, waitingAt: bounded.waitingAt, growing: bounded.parties.growing, terms, isInRecords: false }
  const bounds = situation.consumers.map(() => free)
  for (const [round, { consumers, ...step }] of held.entries()) {
    const bound: Bound = { ...step, terms: round === 0 ? terms : termsOf(bounded, step, step.growing) }
    for (const index of consumers) bounds[index] = bound
  }
  return bounds.map((bound, index) => withOwnLaws(bounded, bound, index))
}

type Bound = Around & { readonly headroom: Headroom }

/** Leaves out the laws of other groups' clients, because they do not limit this group. */
function withOwnLaws(bounded: Bounded, bound: Bound, index: number): Bound {
  const { situation } = bounded
  const bands = situation.hardware?.lawBands ?? null
  if (bands === null || situation.consumers.length === 1) return bound
  const growing = bound.growing.filter((model) => concerns(model, index, situation))
  if (growing.length === bound.growing.length) return bound
  return { ...bound, growing, terms: termsOf(bounded, bound, growing) }
}

function termsOf(
  { situation, models, reached, adjusted = (terms) => terms }: Bounded,
  { headroom, waitingAt }: Pick<Bound, 'headroom' | 'waitingAt'>,
  deciding: readonly ConstraintModel[],
): readonly BandTermModel[] {
  return adjusted(bandTerms({ situation, models, deciding, headroom, waitingAt, reached }))
}
