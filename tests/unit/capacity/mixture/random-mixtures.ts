import fc from 'fast-check'
import type { Offering } from '../../../../src/contracts/offering.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { cases } from '../random-scenarios.ts'

/** Workloads that can be on one cluster, and its offering. */
export type MixtureCase = { readonly scenarios: readonly [Scenario, Scenario]; readonly offering: Offering }

/** Two random workloads on the deployment of the first, with its settings of all clients. */
export const mixtures: fc.Arbitrary<MixtureCase> = fc.tuple(cases, cases).map(([first, second]) => ({
  offering: first.offering,
  scenarios: [withoutTotal(first.scenario), sharingWith(first.scenario, withoutTotal(second.scenario))],
}))

function sharingWith({ workload, deployment }: Scenario, other: Scenario): Scenario {
  const { topics, producers, consumerGroups, connections } = other.workload
  return {
    ...other,
    name: 'other',
    deployment,
    workload: { ...workload, topics, producers, consumerGroups, connections },
  }
}

/** Connections follow from the clients, as one workload may not give them if the other does not. */
function withoutTotal({ workload, ...scenario }: Scenario): Scenario {
  const { attemptsPerSec } = workload.connections
  return { ...scenario, workload: { ...workload, connections: { attemptsPerSec } } }
}
