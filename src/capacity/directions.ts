/**
 * What holds back each direction. A limit on reading does not slow writing: the readers fall behind.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import { type ConstraintModel, roleOf } from './constraint-model.ts'
import { findHeadroom, type Headroom, headroomFactor, unlimitedHeadroom } from './headroom.ts'
import type { Situation } from './situation.ts'
import type { Traffic } from './traffic.ts'
import { readsHeldFrom, type TrafficCurve } from './traffic-curve.ts'

/** Tolerance of the utilisation 1 at which a constraint counts as full. */
const fullTolerance = 1e-9

/** The constraints that grow with the load, by whom they slow when they are full. */
export type Parties = {
  readonly onWriters: readonly ConstraintModel[]
  readonly onReaders: readonly ConstraintModel[]
  /** Those of the readers that do not slow writers. */
  readonly onReadersAlone: readonly ConstraintModel[]
}

/** The constraints by whom they slow. One that writers and readers share is in both lists. */
export function partiesOf(models: readonly ConstraintModel[]): Parties {
  const onWriters: ConstraintModel[] = []
  const onReaders: ConstraintModel[] = []
  const onReadersAlone: ConstraintModel[] = []
  for (const model of models) {
    if (roleOf(model) !== 'grows') continue
    const { slows } = dimensionRecords[model.dimension]
    if (slows !== 'readers') onWriters.push(model)
    if (slows !== 'writers') onReaders.push(model)
    if (slows === 'readers') onReadersAlone.push(model)
  }
  return { onWriters, onReaders, onReadersAlone }
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
export function writingOf(situation: Situation, waitingAt: TrafficCurve, parties: Parties, whole: Headroom): Writing {
  if (!isSetByReaders(waitingAt, parties, whole.factor)) return { headroom: whole, waitingAt }
  const held = readsHeldFrom(situation, waitingAt, whole.factor)
  return { headroom: findHeadroom(held, parties.onWriters), waitingAt: held }
}

/** The factor alone, with capacities that burst at `burst` times the declared ones; `whole` is that of all constraints. */
export function writingFactor(
  situation: Situation,
  waitingAt: TrafficCurve,
  parties: Parties,
  { whole, burst = 1 }: { readonly whole: number; readonly burst?: number },
): number {
  if (!isSetByReaders(waitingAt, parties, whole, burst)) return whole
  return headroomFactor(readsHeldFrom(situation, waitingAt, whole), parties.onWriters, burst)
}

/** The largest factor at which all limits on readers hold, and which of them sets it. */
export function readingOf(waitingAt: TrafficCurve, parties: Parties): Headroom {
  return findHeadroom(waitingAt, parties.onReaders)
}

/** True if a limit on readers alone is full at the factor, and none on writers is. */
function isSetByReaders(
  waitingAt: TrafficCurve,
  { onReadersAlone, onWriters }: Parties,
  whole: number,
  burst = 1,
): boolean {
  if (onReadersAlone.length === 0 || whole === 0 || whole >= unlimitedHeadroom) return false
  const traffic = waitingAt(whole)
  return isAnyFull(onReadersAlone, traffic, burst) && !isAnyFull(onWriters, traffic, burst)
}

function isAnyFull(models: readonly ConstraintModel[], traffic: Traffic, burst: number): boolean {
  for (const model of models) {
    const capacity = model.bursts ? model.capacity * burst : model.capacity
    if (model.demandAt(traffic) >= capacity * (1 - fullTolerance)) return true
  }
  return false
}
