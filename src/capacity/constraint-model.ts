import type { DimensionRecord } from '../contracts/dimension-record.ts'
import { dimensionRecords, type LimitedDimension } from '../contracts/dimensions.ts'
import type { Limit } from '../contracts/offering.ts'
import type { Constraint } from '../contracts/prediction.ts'
import type { Source } from '../contracts/source.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { formatPercent } from '../units/ratio.ts'
import type { HostBurst } from './hardware/host-rates.ts'
import { capacityOf } from './limit-set.ts'
import type { Situation } from './situation.ts'
import type { Traffic } from './traffic.ts'

/** A constraint whose demand is a function of the traffic: the form in which predictions are computed. */
export type ConstraintModel = Pick<
  Constraint,
  'id' | 'dimension' | 'layer' | 'kind' | 'capacity' | 'unit' | 'source'
> & {
  /** True if a published burst factor may raise the capacity. */
  readonly bursts: boolean
  /** Burst capacity of hosts or volumes, in `unit`, with its duration. Left out if they sustain their full rate. */
  readonly shortBurst?: (Omit<HostBurst, 'bytesPerSec'> & { readonly capacity: number }) | undefined
  /**
   * How the capacity follows, with its numbers: "50 MB/s x 2 CKUs = 100 MB/s". A function, as texts are built on
   * demand.
   */
  readonly capacityText: () => string
  /** Demand of a traffic, in `unit`. */
  readonly demandAt: (traffic: Traffic) => number
  /** How the demand of a traffic follows, with its numbers. */
  readonly demandText: (demand: number, traffic: Traffic) => string
}

/** What its demand does as the load grows: the role of its dimension. */
export function roleOf({ dimension }: ConstraintModel): DimensionRecord['role'] {
  return dimensionRecords[dimension].role
}

/** The constraint as a prediction shows it, at the offered load. */
export function asConstraint(model: ConstraintModel, offered: Traffic): Constraint {
  const demand = model.demandAt(offered)
  const utilisation = demand / model.capacity
  const capacityFormula = model.capacityText()
  return {
    id: model.id,
    dimension: model.dimension,
    layer: model.layer,
    kind: model.kind,
    capacity: model.capacity,
    demand,
    utilisation,
    unit: model.unit,
    formula: `${model.demandText(demand, offered)} / (${capacityFormula}) = ${formatPercent(utilisation)}`,
    capacityFormula,
    source: model.source,
  }
}

/** What a constraint adds to the published limit that it stands for. */
export type LimitUse = Pick<ConstraintModel, 'id' | 'layer' | 'bursts' | 'demandAt' | 'demandText'>

/** The constraint of a published limit at the size and scale of a situation. */
export function constraintOf(limit: Limit, situation: Situation, use: LimitUse): ConstraintModel {
  const capacity = capacityOf(limit, situation.size, situation.context.capacityScale)
  // Written out: copying with a spread costs ten times as much, and this runs for every size that is tried.
  return {
    id: use.id,
    dimension: limit.dimension,
    layer: use.layer,
    kind: limit.kind,
    capacity,
    unit: limit.unit,
    source: limit.source,
    bursts: use.bursts,
    capacityText: () => describeCapacity(limit, situation, capacity),
    demandAt: use.demandAt,
    demandText: use.demandText,
  }
}

/** The same for the limit on a dimension, or nothing where none is published. */
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
