/**
 * What holds back each direction. A limit on reading does not slow writing: the readers fall behind.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { findHeadroom, type Headroom, headroomFactor, unlimitedHeadroom } from './headroom.ts'
import type { Situation } from './situation.ts'
import { readsHeldFrom, type TrafficCurve } from './traffic-curve.ts'

/** Tolerance of the utilisation 1 at which a constraint counts as full. */
const fullTolerance = 1e-9

/** The constraints by what they do as the load grows. */
export type Parties = {
  /** Their demand grows with the load. */
  readonly growing: readonly ConstraintModel[]
  /** Of these, the ones that slow readers and not writers. */
  readonly onReadersAlone: readonly ConstraintModel[]
  /** Their demand does not: they refuse the workload at any load, or not at all. */
  readonly vetoing: readonly ConstraintModel[]
}

/** Sorts the constraints in one pass, because every prediction needs all three lists. */
export function partiesOf(models: readonly ConstraintModel[]): Parties {
  const growing: ConstraintModel[] = []
  const onReadersAlone: ConstraintModel[] = []
  const vetoing: ConstraintModel[] = []
  for (const model of models) {
    const { role, slows } = dimensionRecords[model.dimension]
    if (role === 'veto') vetoing.push(model)
    if (role !== 'grows') continue
    growing.push(model)
    if (slows === 'readers') onReadersAlone.push(model)
  }
  return { growing, onReadersAlone, vetoing }
}

/** The constraints that slow writers, those that writers and readers share among them. */
export function onWriters({ growing }: Parties): ConstraintModel[] {
  return growing.filter(slowsWriters)
}

function slowsWriters({ dimension }: ConstraintModel): boolean {
  return dimensionRecords[dimension].slows !== 'readers'
}

function slowsReaders({ dimension }: ConstraintModel): boolean {
  return dimensionRecords[dimension].slows !== 'writers'
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
  return { headroom: findHeadroom(held, onWriters(parties)), waitingAt: held }
}

/** The factor alone, with capacities that burst at `burst` times the declared ones; `whole` is that of all constraints. */
export function writingFactor(
  situation: Situation,
  waitingAt: TrafficCurve,
  parties: Parties,
  { whole, burst = 1 }: { readonly whole: number; readonly burst?: number },
): number {
  if (!isSetByReaders(waitingAt, parties, whole, burst)) return whole
  return headroomFactor(readsHeldFrom(situation, waitingAt, whole), onWriters(parties), burst)
}

/** The largest factor at which all limits on readers hold, and which of them sets it. */
export function readingOf(waitingAt: TrafficCurve, parties: Parties): Headroom {
  return findHeadroom(waitingAt, parties.growing.filter(slowsReaders))
}

/** True if a limit on readers alone is full at the factor, and none on writers is. */
function isSetByReaders(
  waitingAt: TrafficCurve,
  { onReadersAlone, growing }: Parties,
  whole: number,
  burst = 1,
): boolean {
  if (onReadersAlone.length === 0 || whole === 0 || whole >= unlimitedHeadroom) return false
  const traffic = waitingAt(whole)
  const isFull = (model: ConstraintModel) => {
    const capacity = model.bursts ? model.capacity * burst : model.capacity
    return model.demandAt(traffic) >= capacity * (1 - fullTolerance)
  }
  return onReadersAlone.some(isFull) && !growing.some((model) => slowsWriters(model) && isFull(model))
}
