/**
 * Limits per direction. A limit on reading does not slow writing: consumers fall behind.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { findHeadroom, type Headroom, headroomFactor, unlimitedHeadroom } from './headroom.ts'
import type { Situation } from './situation.ts'
import type { TrafficCurve } from './traffic.ts'
import { readsHeldFrom } from './traffic-curve.ts'

/** Tolerance of the utilisation 1 at which a constraint counts as full. */
const fullTolerance = 1e-9

/** The constraints by what they do as the load grows. */
export type Parties = {
  /** Their demand grows with the load. */
  readonly growing: readonly ConstraintModel[]
  /** Of these, those that slow only consumers. */
  readonly onReadersAlone: readonly ConstraintModel[]
  /** Their demand does not grow: they refuse the workload at any load, or never. */
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
    if (slows === 'consumers') onReadersAlone.push(model)
  }
  return { growing, onReadersAlone, vetoing }
}

/** The constraints that slow producers, including those of resources that consumers use too. */
export function onWriters({ growing }: Parties): ConstraintModel[] {
  return growing.filter(slowsProducers)
}

function slowsProducers({ dimension }: ConstraintModel): boolean {
  return dimensionRecords[dimension].slows !== 'consumers'
}

function slowsConsumers({ dimension }: ConstraintModel): boolean {
  return dimensionRecords[dimension].slows !== 'producers'
}

/** The headroom of producers, and the traffic that it was computed with. */
export type Writing = {
  readonly headroom: Headroom
  /** Traffic in which consumers read at most what their own limits allow. */
  readonly waitingAt: TrafficCurve
}

/**
 * The largest factor by which the written load can grow while all limits on producers hold. Consumers read at most what
 * their own limits allow. `whole` is the headroom of all constraints; it is returned unless a limit on consumers alone
 * sets it.
 */
export function writingOf(situation: Situation, waitingAt: TrafficCurve, parties: Parties, whole: Headroom): Writing {
  if (!isSetByConsumers(waitingAt, parties, whole.factor)) return { headroom: whole, waitingAt }
  const held = readsHeldFrom(situation, waitingAt, whole.factor)
  return { headroom: findHeadroom(held, onWriters(parties)), waitingAt: held }
}

/** The factor of `writingOf`, with capacities that burst x `burst`; `whole` is the factor of all constraints. */
export function writingFactor(
  situation: Situation,
  waitingAt: TrafficCurve,
  parties: Parties,
  { whole, burst = 1 }: { readonly whole: number; readonly burst?: number },
): number {
  if (!isSetByConsumers(waitingAt, parties, whole, burst)) return whole
  return headroomFactor(readsHeldFrom(situation, waitingAt, whole), onWriters(parties), burst)
}

/** The largest factor at which all limits on consumers hold, and the limits that set it. */
export function readingOf(waitingAt: TrafficCurve, parties: Parties): Headroom {
  return findHeadroom(waitingAt, parties.growing.filter(slowsConsumers))
}

/** True if, at the factor `whole`, a limit on consumers alone is full and no limit on producers is. */
function isSetByConsumers(
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
  return onReadersAlone.some(isFull) && !growing.some((model) => slowsProducers(model) && isFull(model))
}
