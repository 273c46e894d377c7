/**
 * Constraints of hosts with the capacity that is likely: what a law gives, times the factor of its band (likely-value.ts).
 */
import { formatInUnit } from '../units/in-unit.ts'
import { groupDigits } from '../units/number-text.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { lawOfConstraint } from './law-of-constraint.ts'
import type { LikelyBand } from './likely-value.ts'

/** The constraints of laws with their likely capacity; the others as they are. */
export function atLikelyCapacity(
  models: readonly ConstraintModel[],
  bands: readonly LikelyBand[] | null,
): readonly ConstraintModel[] {
  if (bands === null || bands.every(({ likelyFactor }) => likelyFactor === 1)) return models
  return models.map((model) => {
    const law = lawOfConstraint(model)
    const band = law === null ? undefined : bands.find((each) => each.law === law)
    return band === undefined || band.likelyFactor === 1 ? model : withLikelyCapacity(model, band)
  })
}

function withLikelyCapacity(model: ConstraintModel, { likelyFactor, own }: LikelyBand): ConstraintModel {
  const { hostBurst, capacityText, unit } = model
  // Runs of the user's own measured the whole rate, so the stated part of a time counts only where it bounds the rate.
  const timeLaw = own === undefined || model.timeLaw?.isBound === true ? model.timeLaw : undefined
  const capacity = timeLaw === undefined ? model.capacity * likelyFactor : timeLaw.capacityAt(likelyFactor)
  const reached = own === undefined ? 'median of published clusters' : 'as your runs measured it'
  // Field by field, because spreads here cost more than a tenth of a prediction.
  return {
    id: model.id,
    dimension: model.dimension,
    layer: model.layer,
    kind: model.kind,
    unit: model.unit,
    source: model.source,
    counts: model.counts,
    countsSource: model.countsSource,
    readers: model.readers,
    mayBurst: model.mayBurst,
    demandAt:
      timeLaw === undefined ? model.demandAt : (traffic) => timeLaw.utilisationAt(traffic, likelyFactor) * capacity,
    demandInRequestsAt: model.demandInRequestsAt,
    demandText: model.demandText,
    line: model.line,
    timeLaw,
    ofLaw: model,
    capacity,
    hostBurst: hostBurst === undefined ? undefined : { ...hostBurst, capacity: hostBurst.capacity * likelyFactor },
    capacityText: () => {
      const remark = timeLaw === undefined ? reached : `${factorText(likelyFactor)} for what is not given, ${reached}`
      return `(${capacityText()}) x ${factorText(capacity / model.capacity)} (${remark}) = ${formatInUnit(capacity, unit)}`
    },
  }
}

function factorText(factor: number): string {
  return groupDigits(factor, factor < 0.1 ? 3 : 2)
}

/** What a constraint likely carries / what its law gives. */
export function likelyShareOf({ timeLaw, ofLaw, capacity }: ConstraintModel, { likelyFactor }: LikelyBand): number {
  return timeLaw === undefined || timeLaw.isBound || ofLaw === undefined ? likelyFactor : capacity / ofLaw.capacity
}
