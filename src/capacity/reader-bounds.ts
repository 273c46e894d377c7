/**
 * Finds the limits that hold back each consumer group, and the terms of the group's band at the load factor at which they do.
 */
import { type BandTermModel, bandTerms } from './band-terms.ts'
import type { ConstraintModel } from './constraint-model.ts'
import type { Parties } from './directions.ts'
import type { Headroom } from './headroom.ts'
import { concerns, type Filling } from './held-readers.ts'
import type { Situation } from './situation.ts'
import type { Traffic, TrafficCurve } from './traffic.ts'

/** The parts of a solution from which its bands are computed. */
export type BandInput = Filling & {
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

/** What a band follows from: the limits, the traffic on them, and the terms that widen it. */
export type BandCauses = {
  /** True if a limit in records/s holds the groups or producers. */
  readonly isInRecords: boolean
  readonly waitingAt: TrafficCurve
  readonly growing: readonly ConstraintModel[]
  readonly terms: readonly BandTermModel[]
}

/** The causes of the bands, by index of the consumer entry. Entries with the same limits share one object. */
export function readerBounds(input: BandInput): readonly BandCauses[] {
  const { situation, headroom, writing, held, terms, writingTerms } = input
  const isHeld = held.length > 0
  const free: CausesAtHeadroom = isHeld
    ? {
        headroom: writing.headroom,
        waitingAt: writing.waitingAt,
        growing: input.growing,
        terms: writingTerms,
        isInRecords: false,
      }
    : { headroom, waitingAt: input.waitingAt, growing: input.parties.growing, terms, isInRecords: false }
  const causesByEntry = situation.consumers.map(() => free)
  for (const [round, { consumers, ...step }] of held.entries()) {
    const causes: CausesAtHeadroom = { ...step, terms: round === 0 ? terms : termsOf(input, step, step.growing) }
    for (const index of consumers) causesByEntry[index] = causes
  }
  return causesByEntry.map((causes, index) => withOwnLaws(input, causes, index))
}

/** The causes of a band, with the headroom at which its terms are evaluated. */
type CausesAtHeadroom = BandCauses & { readonly headroom: Headroom }

/** Leaves out the laws of other groups' clients, because they do not limit this group. */
function withOwnLaws(input: BandInput, causes: CausesAtHeadroom, index: number): CausesAtHeadroom {
  const { situation } = input
  const bands = situation.hardware?.lawBands ?? null
  if (bands === null || situation.consumers.length === 1) return causes
  const growing = causes.growing.filter((model) => concerns(model, index, situation))
  if (growing.length === causes.growing.length) return causes
  return { ...causes, growing, terms: termsOf(input, causes, growing) }
}

function termsOf(
  { situation, models, reached, adjusted = (terms) => terms }: BandInput,
  { headroom, waitingAt }: Pick<CausesAtHeadroom, 'headroom' | 'waitingAt'>,
  deciding: readonly ConstraintModel[],
): readonly BandTermModel[] {
  return adjusted(bandTerms({ situation, models, deciding, headroom, waitingAt, reached }))
}
