/**
 * What holds back each direction. A limit on reading does not slow writing: the readers fall behind.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import { type ConstraintModel, roleOf } from './constraint-model.ts'
import { findHeadroom, type Headroom, headroomFactor, highestUtilisation, unlimitedHeadroom } from './headroom.ts'
import type { Situation } from './situation.ts'
import { readsHeldFrom, type TrafficCurve } from './traffic-curve.ts'

/** Tolerance of the utilisation 1 at which a constraint counts as full. */
const fullTolerance = 1e-9

/** Who gets less when a limit is reached. */
export type Party = 'writers' | 'readers'

/** The constraints that grow with the load and slow a party when they are full. */
export function constraintsOn(party: Party, models: readonly ConstraintModel[]): ConstraintModel[] {
  return models.filter((model) => {
    const { slows } = dimensionRecords[model.dimension]
    return roleOf(model) === 'grows' && (slows === party || slows === 'both')
  })
}

/** What writers get, and the traffic that decides it. */
export type Writing = {
  readonly headroom: Headroom
  /** Readers get no more in it than the limits on reading allow. */
  readonly waitingAt: TrafficCurve
}

/**
 * The largest factor by which the written load can grow while all limits on writers hold, with readers at most at what
 * their own limits allow. `whole` is the headroom of all constraints; where no limit on readers alone sets it, both are
 * the same object.
 */
export function writingOf(
  situation: Situation,
  waitingAt: TrafficCurve,
  models: readonly ConstraintModel[],
  whole: Headroom,
): Writing {
  if (!isSetByReaders(waitingAt, models, whole.factor)) return { headroom: whole, waitingAt }
  const held = readsHeldFrom(situation, waitingAt, whole.factor)
  return { headroom: findHeadroom(held, constraintsOn('writers', models)), waitingAt: held }
}

/** The factor alone, with capacities that burst at `burst` times the declared ones; `whole` is that of all constraints. */
export function writingFactor(
  situation: Situation,
  waitingAt: TrafficCurve,
  models: readonly ConstraintModel[],
  { whole, burst = 1 }: { readonly whole: number; readonly burst?: number },
): number {
  if (!isSetByReaders(waitingAt, models, whole, burst)) return whole
  return headroomFactor(readsHeldFrom(situation, waitingAt, whole), constraintsOn('writers', models), burst)
}

/** The largest factor at which all limits on readers hold, and which of them sets it. */
export function readingOf(waitingAt: TrafficCurve, models: readonly ConstraintModel[]): Headroom {
  return findHeadroom(waitingAt, constraintsOn('readers', models))
}

/** True if no limit on writers is full at the factor, so that limits on readers alone set it. */
function isSetByReaders(
  waitingAt: TrafficCurve,
  models: readonly ConstraintModel[],
  whole: number,
  burst = 1,
): boolean {
  if (whole === 0 || whole >= unlimitedHeadroom || !models.some(slowsReadersAlone)) return false
  return highestUtilisation(constraintsOn('writers', models), waitingAt(whole), burst) < 1 - fullTolerance
}

/** True if the constraint slows readers and not writers. */
export function slowsReadersAlone({ dimension }: ConstraintModel): boolean {
  return dimensionRecords[dimension].slows === 'readers'
}
