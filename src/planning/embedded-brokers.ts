/**
 * How many brokers an embedded cluster has for a scenario: runs, previews and the curve of a campaign agree on it.
 */
import { limitSetAt } from '../capacity/limit-set.ts'
import { AppError } from '../contracts/app-error.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'

const mostEmbeddedBrokers = 5
/** Replicas on fewer machines than this would be no replicas; more than one broker is wanted only for them. */
const replicatedBrokers = 3

/**
 * Brokers that an embedded cluster needs for the scenario's replication factor: one, or three and more.
 * @throws AppError PLAN_IMPOSSIBLE where it wants more than an embedded cluster has.
 */
export function embeddedBrokers(scenario: Scenario): number {
  const factor = largestReplicationFactor(scenario)
  if (factor <= mostEmbeddedBrokers) return brokersForReplicas(factor)
  throw new AppError(
    'PLAN_IMPOSSIBLE',
    `An embedded cluster has at most ${mostEmbeddedBrokers} brokers; the scenario needs ${factor} replicas.`,
    { remedy: `Lower it for this run: --set workload.topics.0.replicationFactor=${replicatedBrokers}` },
  )
}

/**
 * Brokers of an embedded cluster without quotas: as many as the deployment has, as far as one machine goes.
 * @throws AppError as `embeddedBrokers`
 */
export function unlimitedBrokers(scenario: Scenario, offering: Offering): number {
  return Math.max(embeddedBrokers(scenario), brokersBehind(scenario, offering))
}

/** The same for either kind of cluster, the most that there are where a scenario wants more: never throws. */
export function likelyEmbeddedBrokers(scenario: Scenario, offering: Offering, isUnlimited: boolean): number {
  const needed = brokersForReplicas(Math.min(mostEmbeddedBrokers, largestReplicationFactor(scenario)))
  return isUnlimited ? Math.max(needed, brokersBehind(scenario, offering)) : needed
}

function largestReplicationFactor({ workload }: Scenario): number {
  return Math.max(...workload.topics.map((topic) => topic.replicationFactor))
}

function brokersForReplicas(factor: number): number {
  return factor <= 1 ? 1 : Math.max(factor, replicatedBrokers)
}

/** Brokers of the deployment, as many as one machine carries; 0 where nothing is known as of its date. */
function brokersBehind({ deployment }: Scenario, offering: Offering): number {
  const limits = limitSetAt(offering, deployment)
  if (limits === null) return 0
  const behind = Math.round((limits.brokersPerUnit ?? offering.assumedBrokersPerUnit) * deployment.size)
  return Math.min(mostEmbeddedBrokers, behind)
}
