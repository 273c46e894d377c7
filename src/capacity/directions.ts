/**
 * Limits per direction. A limit on reading does not slow writing: consumers fall behind.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { findHeadroom, type Headroom } from './headroom.ts'
import type { TrafficCurve } from './traffic.ts'

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

/** The headroom of producers, and the traffic that it was computed with. */
export type Writing = {
  readonly headroom: Headroom
  /** Traffic in which consumers read at most what their own limits allow. */
  readonly waitingAt: TrafficCurve
}

/** The largest factor at which all limits on consumers hold, and the limits that set it. */
export function readingOf(waitingAt: TrafficCurve, parties: Parties): Headroom {
  return findHeadroom(waitingAt, parties.growing.filter(slowsConsumers))
}

/** True if a limit slows producers, alone or together with consumers. */
export function slowsProducers({ dimension }: ConstraintModel): boolean {
  return dimensionRecords[dimension].slows !== 'consumers'
}

function slowsConsumers({ dimension }: ConstraintModel): boolean {
  return dimensionRecords[dimension].slows !== 'producers'
}
