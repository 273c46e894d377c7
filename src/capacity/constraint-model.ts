/**
 * The form in which constraints are computed: a capacity, and a demand that is a function of the traffic. A prediction shows
 * them at the offered load (`Constraint`).
 */
import { countedBytesOf } from '../contracts/counted-bytes.ts'
import type { DimensionRecord } from '../contracts/dimension-record.ts'
import { dimensionRecords, type LimitedDimension } from '../contracts/dimensions.ts'
import type { Limit } from '../contracts/offering.ts'
import type { Constraint } from '../contracts/prediction.ts'
import type { Source } from '../contracts/source.ts'
import { formatUtilisation } from '../contracts/target-utilisation.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatInUnit } from '../units/in-unit.ts'
import type { HostBurst } from './hardware/host-rates.ts'
import { capacityOf } from './limit-set.ts'
import type { Situation } from './situation.ts'
import type { TimeLaw } from './time-law.ts'
import type { Traffic } from './traffic.ts'

/** The consumers whose reading a limit slows. */
export type ReadersOfLimit = { readonly consumer: number } | { readonly topic: number }

/** A constraint whose demand is a function of the traffic: the form in which predictions are computed. */
export type ConstraintModel = Pick<
  Constraint,
  'id' | 'dimension' | 'layer' | 'kind' | 'capacity' | 'unit' | 'source' | 'counts' | 'countsSource'
> & {
  /**
   * Whom a limit on consumers alone slows: the groups of one consumer entry, or all groups that read one topic entry,
   * by index. Left out: all groups.
   */
  readonly readers?: ReadersOfLimit | undefined
  /** True if a published burst factor may raise the capacity. */
  readonly mayBurst: boolean
  /** Burst capacity of hosts or volumes, in `unit`, with its duration. Left out if they sustain their full rate. */
  readonly hostBurst?: (Omit<HostBurst, 'bytesPerSec'> & { readonly capacity: number }) | undefined
  /**
   * A rate that no cluster can exceed: the line rate of a network port, with the demand without contention. Left out: no
   * such rate is known.
   */
  readonly line?: { readonly capacity: number; readonly demandAt: (traffic: Traffic) => number } | undefined
  /** How the capacity changes with the part of a service time that the scenario does not state. Left out: it states none. */
  readonly timeLaw?: TimeLaw | undefined
  /**
   * The same constraint with the capacity that its law gives. Left out if `capacity` is that value and not the likely
   * one.
   */
  readonly ofLaw?: ConstraintModel | undefined
  /**
   * The formula of the capacity with its numbers: "50 MB/s x 2 CKUs = 100 MB/s". A function, because texts are built on
   * demand.
   */
  readonly capacityText: () => string
  /** Demand of a traffic, in `unit`. */
  readonly demandAt: (traffic: Traffic) => number
  /** The demand if the limit counts whole requests. Left out if it is known what it counts, or both are the same. */
  readonly demandInRequestsAt?: ((traffic: Traffic) => number) | undefined
  /** The formula of the demand with its numbers. */
  readonly demandText: (demand: number, traffic: Traffic) => string
}

/** How its demand changes as the load grows: the role of its dimension. */
export function roleOf({ dimension }: ConstraintModel): DimensionRecord['role'] {
  return dimensionRecords[dimension].role
}

/** An operator between two terms. A capacity that is a single figure needs no brackets. */
const isCalculation = /\s[x/+=^-]\s/

/** The constraint as a prediction shows it, at the offered load. */
export function asConstraint(model: ConstraintModel, offered: Traffic): Constraint {
  const demand = model.demandAt(offered)
  const utilisation = demand / model.capacity
  const capacityFormula = model.capacityText()
  const { counts, countsSource } = model
  return {
    id: model.id,
    dimension: model.dimension,
    layer: model.layer,
    kind: model.kind,
    capacity: model.capacity,
    demand,
    utilisation,
    unit: model.unit,
    formula: `${model.demandText(demand, offered)} / ${isCalculation.test(capacityFormula) ? `(${capacityFormula})` : capacityFormula} = ${formatUtilisation(utilisation)}`,
    capacityFormula,
    ...(counts === undefined ? {} : { counts }),
    source: model.source,
    ...(countsSource === undefined ? {} : { countsSource }),
  }
}

/** How a constraint uses a published limit: its name, its place, and the demand that it compares with the limit. */
export type LimitUse = Pick<ConstraintModel, 'id' | 'layer' | 'readers' | 'mayBurst' | 'demandAt' | 'demandText'> & {
  /** Bytes/s that whole requests add to the demand in record batches. Left out: nothing. */
  readonly framingAt?: (traffic: Traffic) => number
}

/** What a limit in bytes/s counts, and where that is stated. */
type Counting = Pick<ConstraintModel, 'counts' | 'countsSource'>

/** The constraint of a published limit at the size and scale of a situation. */
export function constraintOf(limit: Limit, situation: Situation, use: LimitUse): ConstraintModel {
  const capacity = capacityOf(limit, situation.size, situation.context.capacityScale)
  const { counts, countsSource } = countingOf(limit, situation)
  const { demandAt, demandText, framingAt } = use
  const inRequestsAt = framingAt && ((traffic: Traffic) => demandAt(traffic) + framingAt(traffic))
  const isInRequests = counts === 'whole-requests' && inRequestsAt !== undefined
  // Field by field, because a spread costs ten times as much, and this runs for every size that is tried.
  return {
    id: use.id,
    dimension: limit.dimension,
    layer: use.layer,
    kind: limit.kind,
    capacity,
    unit: limit.unit,
    source: limit.source,
    counts,
    countsSource,
    readers: use.readers,
    mayBurst: use.mayBurst,
    capacityText: () => describeCapacity(limit, situation, capacity),
    demandAt: isInRequests ? inRequestsAt : demandAt,
    demandInRequestsAt: counts === 'unknown' ? inRequestsAt : undefined,
    demandText: isInRequests ? (demand, traffic) => inRequestsText(use, demand, traffic) : demandText,
  }
}

const kafkaQuotaSource: Source = {
  title: 'Apache Kafka 4.3.1, RequestChannel.Request.sizeInBytes',
  date: '2026-11',
  grade: 'P',
  remark: 'Brokers count a produce request with its header, without the 4 bytes of its length.',
}

/** What a limit in bytes/s counts. The quotas of a target count as Kafka does, whatever the vendor's declared limit counts. */
function countingOf(limit: Limit, { context }: Situation): Counting {
  if (limit.unit !== 'bytes/s') return {}
  const isQuota = limit.dimension === 'ingress' || limit.dimension === 'egress'
  if (!context.allowsBurst && isQuota) return { counts: 'whole-requests', countsSource: kafkaQuotaSource }
  return { counts: countedBytesOf(limit), countsSource: limit.countsSource }
}

function inRequestsText({ demandAt, demandText }: LimitUse, demand: number, traffic: Traffic): string {
  const batches = demandAt(traffic)
  return `(${demandText(batches, traffic)} + ${formatByteRate(demand - batches)} of request framing)`
}

/** The constraint of the published limit on a dimension; empty if none is published. */
export function constraintOn(situation: Situation, dimension: LimitedDimension, use: LimitUse): ConstraintModel[] {
  const limit = situation.publishedLimits.get(dimension)
  return limit ? [constraintOf(limit, situation, use)] : []
}

/** A source for what was measured or derived here. */
export function ownSource(title: string, remark: string): Source {
  return { title, date: '2026-11', grade: 'D', remark }
}

function describeCapacity(limit: Limit, situation: Situation, capacity: number): string {
  const { unitName } = situation.offering
  const total = formatInUnit(capacity, limit.unit)
  const units = `${situation.size} ${situation.size === 1 ? unitName.singular : unitName.plural}`
  const unscaled = capacityOf(limit, situation.size, 1)
  const scale = capacity === unscaled ? '' : ` x ${situation.context.capacityScale}`
  if (limit.perUnit === undefined)
    return scale === '' ? total : `${formatInUnit(unscaled, limit.unit)}${scale} = ${total}`
  const isCapped = unscaled < limit.perUnit * situation.size
  const product = `${formatInUnit(limit.perUnit, limit.unit)} x ${units}${scale} = ${total}`
  return isCapped ? `${formatInUnit(limit.perUnit, limit.unit)} x ${units}${scale}, at most ${total}` : product
}
