/**
 * The traffic of a workload as a function of the load factor. It depends on whether clients wait, because waiting fills
 * batches. The headroom is found on these curves.
 */
import { hasFullRequests } from './batching.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { findHeadroom, type Headroom, haveRoom } from './headroom.ts'
import { type ReadLimit, readsAt } from './held-reads.ts'
import type { Reads } from './reads.ts'
import type { Situation } from './situation.ts'
import {
  atOnceTrafficAt,
  type Fullness,
  type Traffic,
  type TrafficCurve,
  trafficAt,
  waitingTrafficAt,
} from './traffic.ts'

/** Relative rounding error of a search for a factor. */
const rounding = 1e-9

/** Curves of a workload's traffic, by how long its clients wait, and how far the load can grow. */
export type TrafficCurves = {
  /** The traffic as it occurs: clients wait only if they have to. */
  readonly usualAt: TrafficCurve
  /** The traffic if no client waits. It may be more than the deployment carries. */
  readonly atOnceAt: TrafficCurve
  /** The traffic that decides what a saturated deployment carries. Batches are full if producers wait. */
  readonly waitingAt: TrafficCurve
  /** As `usualAt`, with consumers that get no more than `reads`. */
  readonly readsHeldAt: (factor: number, reads: Reads) => Traffic
  /** The largest factor at which all constraints hold and no client waits. */
  readonly growth: Headroom
  /** The largest factor that is carried while clients wait; the same object as `growth` if waiting does not help. */
  readonly headroom: Headroom
}

/** The constraints that grow with the load, and those of them that slow only consumers. */
type Constraints = { readonly growing: readonly ConstraintModel[]; readonly onReadersAlone: readonly ConstraintModel[] }

/** The traffic if producers wait only as long as their limits require, and consumers get at most `reads`. */
export function carriedAt(
  situation: Situation,
  factor: number,
  { reads, onWriters }: { readonly reads: Reads; readonly onWriters: readonly ConstraintModel[] },
): Traffic {
  return trafficAt(situation, factor, reads, (traffic) => fullestOf(onWriters, traffic))
}

/** The curves of a situation, each with a cache, because headroom, bands and bursts share about a dozen factors. */
export function trafficCurves(situation: Situation, constraints: Constraints): TrafficCurves {
  return situation.hardware === null ? ofService(situation, constraints) : ofHosts(situation, constraints)
}

function ofHosts(situation: Situation, { growing }: Constraints): TrafficCurves {
  const atOnceAt = cached((factor) => atOnceTrafficAt(situation, factor))
  const waitingAt = cached((factor) => waitingTrafficAt(situation, factor))
  const growth = findHeadroom(atOnceAt, growing)
  const headroom = findHeadroom(waitingAt, growing)
  if (headroom.factor < growth.factor * (1 - rounding)) {
    // Fuller batches can use slightly more of a port. Clients wait only if they have to, so waiting does not lower the
    // headroom.
    return withoutWaiting(situation, atOnceAt, growth)
  }
  // A carried load is below every limit. Limits of clients count, too: fuller batches are fewer bytes through a port.
  const fullnessOf: Fullness = (traffic) => fullestOf(growing, traffic)
  const usualAt = cached((factor) => {
    if (factor <= growth.factor) return atOnceAt(factor)
    return factor <= headroom.factor
      ? trafficAt(situation, factor, undefined, fullnessOf)
      : trafficAt(situation, factor)
  })
  const readsHeldAt = (factor: number, reads: Reads) => trafficAt(situation, factor, reads)
  return { usualAt, atOnceAt, waitingAt, readsHeldAt, growth, headroom }
}

/** The curves of a workload whose clients carry no more by waiting. */
function withoutWaiting(situation: Situation, atOnceAt: TrafficCurve, growth: Headroom): TrafficCurves {
  const readsHeldAt = (factor: number, reads: Reads) => trafficAt(situation, factor, reads)
  return { usualAt: atOnceAt, atOnceAt, waitingAt: atOnceAt, readsHeldAt, growth, headroom: growth }
}

/** Utilisation of the fullest of these limits. */
function fullestOf(models: readonly ConstraintModel[], traffic: Traffic): number {
  let fullest = 0
  for (const model of models) fullest = Math.max(fullest, model.demandAt(traffic) / model.capacity)
  return fullest
}

/**
 * A service throttles producers that exceed a limit, and records that wait fill batches (docs/laws/waiting.md).
 * Producers do not wait if a limit on consumers alone comes first.
 */
function ofService(situation: Situation, constraints: Constraints): TrafficCurves {
  const { growing, onReadersAlone } = constraints
  const atOnceAt = cached((factor) => atOnceTrafficAt(situation, factor))
  const growth = findHeadroom(atOnceAt, growing)
  if (!doProducersWait(situation, growth, constraints)) {
    return withoutWaiting(situation, atOnceAt, growth)
  }
  const onWriters = growing.filter((model) => !onReadersAlone.includes(model))
  const fullnessOf: Fullness = (traffic) => fullestOf(onWriters, traffic)
  const waitingAt = cached((factor) => waitingTrafficAt(situation, factor))
  return {
    usualAt: cached((factor) => {
      const atOnce = atOnceAt(factor)
      return fullnessOf(atOnce) <= 1 ? atOnce : trafficAt(situation, factor, undefined, fullnessOf)
    }),
    atOnceAt,
    waitingAt,
    readsHeldAt: (factor, reads) => trafficAt(situation, factor, reads, fullnessOf),
    growth,
    headroom: findHeadroom(waitingAt, growing),
  }
}

/** True if a limit on producers is full first, and producers that wait there carry more. */
function doProducersWait(situation: Situation, { factor, binding }: Headroom, limits: Constraints): boolean {
  if (factor === 0 || binding.every((model) => limits.onReadersAlone.includes(model))) return false
  return doFullerBatchesLeaveRoom(situation, factor, limits.growing)
}

/**
 * True if waiting can fill batches further at a load factor, and the fuller batches leave room below each of these limits.
 * @param reads what consumers read at most. Left out: they read all that is written.
 */
export function doFullerBatchesLeaveRoom(
  situation: Situation,
  factor: number,
  growing: readonly ConstraintModel[],
  reads?: Reads,
): boolean {
  if (situation.producers.every((load) => hasFullRequests(load, load.peakRecordsPerSec * factor))) return false
  return haveRoom(growing, waitingTrafficAt(situation, factor, reads))
}

/**
 * The traffic that decides what all others get while limits on reading hold some consumers back.
 *
 * @param readLimits by consumer entry
 */
export function readsHeldFrom(
  situation: Situation,
  waitingAt: TrafficCurve,
  readLimits: readonly ReadLimit[],
): TrafficCurve {
  const least = readLimits.reduce((lowest, { factor }) => Math.min(lowest, factor), Number.POSITIVE_INFINITY)
  const isWaiting = waitingAt(least).waitingShare > 0
  const reads = readsAt(situation, waitingAt, readLimits)
  const beyond = cached((wanted) =>
    isWaiting ? waitingTrafficAt(situation, wanted, reads) : trafficAt(situation, wanted, reads),
  )
  return (wanted) => (wanted <= least ? waitingAt(wanted) : beyond(wanted))
}

function cached(trafficOf: TrafficCurve): TrafficCurve {
  const known: Traffic[] = []
  return (factor) => {
    for (const traffic of known) if (traffic.factor === factor) return traffic
    const traffic = trafficOf(factor)
    known.push(traffic)
    return traffic
  }
}
