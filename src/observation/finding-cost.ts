/**
 * The cost of a finding: the prediction with it, and without it.
 */
import { predict } from '../capacity/predict.ts'
import type { Observation } from '../contracts/observation.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** One thing that stands out. */
export interface Finding {
  readonly kind:
    | 'no-compression'
    | 'small-batches'
    | 'hot-partition'
    | 'idle-topics'
    | 'fan-out'
    | 'lag'
    | 'leader-skew'
  /** What it is, as a sentence. */
  readonly text: string
  /** The limit that it fills most, with it and without it; null if that cannot be predicted. */
  readonly cost: FindingCost | null
}

/** Utilisation of one limit, 0 to 1 and more. */
export interface FindingCost {
  readonly constraint: Pick<Constraint, 'id' | 'dimension'>
  readonly utilisation: number
  readonly without: number
  /** What the comparison assumes, as a clause. */
  readonly assuming: string
}

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
    return [{ constraint, utilisation: constraint.utilisation, without: after, assuming }]
  })
  const relieved = changes.filter((each) => each.utilisation - each.without > leastRelief)
  const first = relieved.find(({ constraint }) => binding.has(constraint.id))
  const most = relieved.reduce<FindingCost | null>((best, each) => {
    return best === null || each.utilisation - each.without > best.utilisation - best.without ? each : best
  }, null)
  return first ?? most
}

const leastRelief = 0.001
