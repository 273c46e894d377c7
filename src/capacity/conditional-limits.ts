/**
 * Limits that hold only under a condition that a scenario cannot state, such as a kind of access control.
 */
import type { LimitedDimension } from '../contracts/dimensions.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { asConstraint, type ConstraintModel } from './constraint-model.ts'
import { connectionAttemptsConstraint } from './constraints/connection-attempts.ts'
import { connectionsConstraint } from './constraints/connections.ts'
import { shortSource } from './short-source.ts'
import type { Situation } from './situation.ts'
import { trafficAt } from './traffic.ts'

/** The dimensions that conditional limits can be on, with the functions that make their constraints. */
const makers: Partial<Readonly<Record<LimitedDimension, (situation: Situation) => readonly ConstraintModel[]>>> = {
  connections: connectionsConstraint,
  'connection-attempts': connectionAttemptsConstraint,
}

/** Says how full each conditional limit would be, and whether the workload would be refused. */
export function conditionalLimitAssumptions(situation: Situation): Prediction['assumptions'] {
  const { conditionalLimits = [] } = situation.offering
  return conditionalLimits.flatMap((limit) => {
    const publishedLimits = new Map([[limit.dimension, limit]])
    const models = makers[limit.dimension]?.({ ...situation, publishedLimits }) ?? []
    return models.map((model) => {
      const { formula, utilisation } = asConstraint(model, trafficAt(situation, 1))
      const refused = utilisation > 1 ? ' The service would refuse what is over 100 %.' : ''
      const text = `${limit.condition}, a limit on ${model.unit} holds that is not applied here: ${formula} (${shortSource(limit.source)}).${refused}`
      return { id: `conditional-${limit.dimension}`, text }
    })
  })
}

/** True if a limit on the dimension is published for a condition. */
export function hasConditionalLimit({ offering }: Situation, dimension: LimitedDimension): boolean {
  return offering.conditionalLimits?.some((limit) => limit.dimension === dimension) ?? false
}
