/**
 * Finds the consumer groups that fall behind. A limit on reading holds back the groups that share it; all others keep
 * reading (docs/decisions/limits-on-consumers.md).
 */
import type { ConstraintModel } from './constraint-model.ts'
import { type Parties, slowsProducers, type Writing } from './directions.ts'
import { bindingAt, type Headroom, headroomFactor, unlimitedHeadroom } from './headroom.ts'
import { type ReadLimit, readsAt } from './held-reads.ts'
import type { Reads } from './reads.ts'
import type { Situation } from './situation.ts'
import { type TrafficCurve, waitingTrafficAt } from './traffic.ts'
import { doFullerBatchesLeaveRoom, readsHeldFrom } from './traffic-curve.ts'

/** No limit holds a group. */
const noReadLimit: ReadLimit = { factor: Number.POSITIVE_INFINITY, isInRecords: false }

/** Tolerance of the utilisation 1 at which a constraint counts as full. */
const fullTolerance = 1e-9

/** A load factor, what decides it, and the traffic around it. */
type Step = {
  /** The largest factor of the load at which the limits of `growing` hold, and those that set it. */
  readonly headroom: Headroom
  readonly waitingAt: TrafficCurve
  /** The limits that can still be reached: those on groups that are held already are left out. */
  readonly growing: readonly ConstraintModel[]
}

/** Groups that read at most the load at `headroom.factor`, because a limit on reading is full at that load. */
export type HeldReaders = Step & {
  /** Indices of their entries in the scenario. */
  readonly consumers: readonly number[]
  /** True if a limit in records/s holds them: it allows a share of the records, whatever the size of their batches. */
  readonly isInRecords: boolean
}

/**
 * Where producers of a service begin to wait if a limit on consumers alone is full first. The load of the other groups then
 * grows on until a limit on producers is full. From there on producers wait, and their fuller batches carry more.
 */
export type LateWaiting = {
  /** The factor from which they wait. */
  readonly from: number
  readonly reads: Reads
}

/** How a growing load fills the limits: the groups that fall behind, in this order, and what producers get. */
export type Filling = {
  /** Where producers begin to wait, if they do so only after a limit on consumers alone is full; null otherwise. */
  readonly late: LateWaiting | null
  readonly held: readonly HeldReaders[]
  readonly writing: Writing
  /** The limits that decide what producers, and the groups that no limit on reading holds, get. */
  readonly growing: readonly ConstraintModel[]
}

/**
 * Lets the load grow until a limit is full. If it slows consumers alone, the groups that share it stay at this factor,
 * and the load of all others grows on. The first full limit that slows producers ends it: that factor is the headroom
 * of producers.
 *
 * @param whole the headroom of all constraints; it is that of producers, too, unless a limit on consumers alone sets it
 * @param burst factor on the capacities that burst
 */
export function fillReaders(
  situation: Situation,
  waitingAt: TrafficCurve,
  parties: Parties,
  { whole, burst = 1 }: { readonly whole: Headroom; readonly burst?: number },
): Filling {
  const held: HeldReaders[] = []
  const readLimits: ReadLimit[] = situation.consumers.map(() => noReadLimit)
  let step: Step = { headroom: whole, waitingAt, growing: parties.growing }
  let waitsFrom: number | null = null
  const curve = () =>
    waitsFrom === null
      ? readsHeldFrom(situation, waitingAt, readLimits)
      : waitingFrom(situation, readsAt(situation, waitingAt, readLimits))
  // Each round holds at least one entry, except the round in which producers begin to wait.
  while (parties.onReadersAlone.length > 0) {
    const found = heldBy(step, readLimits, situation, burst)
    if (found.length === 0) {
      if (
        waitsFrom !== null ||
        held.length === 0 ||
        !doProducersBeginToWait(situation, step, readsAt(situation, waitingAt, readLimits))
      )
        break
      waitsFrom = step.headroom.factor
      step = nextStep(step, step.growing, curve(), burst)
      continue
    }
    held.push(...found)
    for (const { consumers, isInRecords } of found) {
      const unwaited = { factor: step.headroom.factor, isInRecords }
      const readLimit = waitsFrom === null ? unwaited : { ...unwaited, trafficAt: waitingFrom(situation) }
      for (const index of consumers) readLimits[index] = readLimit
    }
    const growing = parties.growing.filter((model) => slowsProducers(model) || isShared(model, readLimits, situation))
    step = nextStep(step, growing, curve(), burst)
  }
  if (held.length === 0) return { held, writing: { headroom: whole, waitingAt }, growing: parties.growing, late: null }
  const binding = step.headroom.binding.filter(slowsProducers)
  const writing = { headroom: { factor: step.headroom.factor, binding }, waitingAt: step.waitingAt }
  const late = waitsFrom === null ? null : { from: waitsFrom, reads: readsAt(situation, waitingAt, readLimits) }
  return { held, writing, growing: step.growing, late }
}

function waitingFrom(situation: Situation, reads?: Reads): TrafficCurve {
  return (factor) => waitingTrafficAt(situation, factor, reads)
}

/** True if producers of a service do not wait yet at this step, and would carry more if they did. */
function doProducersBeginToWait(
  situation: Situation,
  { headroom: { factor }, waitingAt, growing }: Step,
  reads: Reads,
): boolean {
  if (situation.hardware !== null || factor === 0 || factor >= unlimitedHeadroom) return false
  if (waitingAt(factor).waitingShare > 0) return false
  return doFullerBatchesLeaveRoom(situation, factor, growing, reads)
}

function nextStep(
  { headroom }: Step,
  growing: readonly ConstraintModel[],
  waitingAt: TrafficCurve,
  burst: number,
): Step {
  // Never lower: another search may end a rounding error below.
  const factor = Math.max(headroom.factor, headroomFactor(waitingAt, growing, burst))
  return { headroom: { factor, binding: bindingAt(waitingAt, growing, factor) }, waitingAt, growing }
}

/** The groups that limits on consumers alone hold at this step; none if a limit on producers is full there, too. */
function heldBy(step: Step, readLimits: readonly ReadLimit[], situation: Situation, burst: number): HeldReaders[] {
  const { waitingAt, growing } = step
  const { factor } = step.headroom
  if (factor === 0 || factor >= unlimitedHeadroom) return []
  const traffic = waitingAt(factor)
  const full = growing.filter((model) => {
    const capacity = model.mayBurst ? model.capacity * burst : model.capacity
    return model.demandAt(traffic) >= capacity * (1 - fullTolerance)
  })
  if (full.length === 0 || full.some(slowsProducers)) return []
  const ofEntry = (index: number) => full.filter((model) => concerns(model, index, situation))
  const entries = freeEntries(readLimits).filter((index) => ofEntry(index).length > 0)
  return [true, false].flatMap((isInRecords): HeldReaders[] => {
    const consumers = entries.filter((index) => ofEntry(index).some(({ unit }) => unit === 'records/s') === isInRecords)
    return consumers.length === 0 ? [] : [{ ...step, consumers, isInRecords }]
  })
}

/** True if a group that nothing holds yet is slowed by the limit. */
function isShared({ readers }: ConstraintModel, readLimits: readonly ReadLimit[], { consumers }: Situation): boolean {
  const isFree = (index: number) => readLimits[index] === noReadLimit
  if (readers === undefined) return consumers.some((_, index) => isFree(index))
  if ('consumer' in readers) return isFree(readers.consumer)
  return consumers.some(({ topic }, index) => topic.index === readers.topic && isFree(index))
}

function freeEntries(readLimits: readonly ReadLimit[]): number[] {
  return [...readLimits.keys()].filter((index) => readLimits[index] === noReadLimit)
}

/** True if a limit slows the groups of a consumer entry. */
export function concerns({ readers }: ConstraintModel, index: number, { consumers }: Situation): boolean {
  if (readers === undefined) return true
  return 'consumer' in readers ? readers.consumer === index : consumers[index]?.topic.index === readers.topic
}

/** The factor on the offered load up to which the groups of each consumer entry read: at most that of producers. */
export function readFactors({ held, writing }: Pick<Filling, 'held' | 'writing'>, situation: Situation): ReadLimit[] {
  const factors = situation.consumers.map((): ReadLimit => ({ factor: writing.headroom.factor, isInRecords: false }))
  for (const { consumers, headroom, isInRecords } of held) {
    for (const index of consumers) factors[index] = { factor: headroom.factor, isInRecords }
  }
  return factors
}
