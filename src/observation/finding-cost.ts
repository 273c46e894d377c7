/**
 * The cost of a finding: the utilisation of a limit with the finding, and without it.
 */
import { predict } from '../capacity/predict.ts'
import type { FindingCost } from '../contracts/answered-observation.ts'
import type { Observation } from '../contracts/observation.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** An observation with the scenario and the prediction made from it. */
export interface FindingInput {
  readonly observation: Observation
  readonly scenario: Scenario
  readonly offering: Offering
  readonly prediction: Prediction
}

type Workload = Scenario['workload']

/**
 * Returns the cost of a finding at the binding limit, if a workload without the finding uses visibly less of that limit, and
 * otherwise at the limit that it relieves most.
 * @param assuming the change as a clause for users, such as "its records were spread evenly"
 * @param change returns the workload without the finding
 * @returns null if the change lowers no utilisation by more than `minRelief`
 */
export function costOf(
  { scenario, offering, prediction }: FindingInput,
  assuming: string,
  change: (workload: Workload) => Workload,
): FindingCost | null {
  const predictionAfter = predict({ ...scenario, workload: change(scenario.workload) }, offering)
  const binding = new Set(prediction.binding.map(({ id }) => id))
  const changes = prediction.constraints.flatMap((constraint) => {
    if (constraint.kind === 'structural') return []
    const after = predictionAfter.constraints.find(({ id }) => id === constraint.id)?.utilisation ?? 0
    const { id, dimension, utilisation } = constraint
    return [{ constraint: { id, dimension }, utilisation, without: after, assuming }]
  })
  const relieved = changes.filter((each) => each.utilisation - each.without > minRelief)
  const relievedBinding = relieved.find((each) => {
    return binding.has(each.constraint.id) && each.utilisation - each.without >= minBindingRelief
  })
  const mostRelieved = relieved.reduce<FindingCost | null>((best, each) => {
    return best === null || each.utilisation - each.without > best.utilisation - best.without ? each : best
  }, null)
  return relievedBinding ?? mostRelieved
}

/** A smaller fall of utilisation is not worth mentioning. */
const minRelief = 0.001

/** Percentages are shown without decimals: a smaller fall of the binding limit reads as "16 % used, and 16 % if …". */
const minBindingRelief = 0.01
