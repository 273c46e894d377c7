/**
 * The cost of a finding: the prediction with it, and without it.
 */
import { predict } from '../capacity/predict.ts'
import type { FindingCost } from '../contracts/answered-observation.ts'
import type { Observation } from '../contracts/observation.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** An observation with the scenario and prediction that were made of it. */
export interface FindingInput {
  readonly observation: Observation
  readonly scenario: Scenario
  readonly offering: Offering
  readonly prediction: Prediction
}

type Workload = Scenario['workload']

/** The limit that the change relieves most, with and without it; null if it relieves none by a thousandth. */
export function costOf(
  { scenario, offering, prediction }: FindingInput,
  assuming: string,
  change: (workload: Workload) => Workload,
): FindingCost | null {
  const without = predict({ ...scenario, workload: change(scenario.workload) }, offering)
  const binding = new Set(prediction.binding.map(({ id }) => id))
  const changes = prediction.constraints.flatMap((constraint) => {
    if (constraint.kind === 'structural') return []
    const after = without.constraints.find(({ id }) => id === constraint.id)?.utilisation ?? 0
    const { id, dimension, utilisation } = constraint
    return [{ constraint: { id, dimension }, utilisation, without: after, assuming }]
  })
  const relieved = changes.filter((each) => each.utilisation - each.without > leastRelief)
  const first = relieved.find(({ constraint }) => binding.has(constraint.id))
  const most = relieved.reduce<FindingCost | null>((best, each) => {
    return best === null || each.utilisation - each.without > best.utilisation - best.without ? each : best
  }, null)
  return first ?? most
}

const leastRelief = 0.001
