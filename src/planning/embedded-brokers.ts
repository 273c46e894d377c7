/**
 * The number of brokers of an embedded cluster for a scenario. Runs, previews and campaign curves use the same rule.
 */
import { limitSetAt } from '../capacity/limit-set.ts'
import { AppError } from '../contracts/app-error.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** Upper bound of the brokers on one machine. */
const maxEmbeddedBrokers = 5
/** Number of brokers for replicated topics. Without replication one broker is enough. */
const replicatedBrokers = 3

/**
 * Number of brokers for the scenario's largest replication factor: one without replication, otherwise three or more.
 * @throws AppError PLAN_IMPOSSIBLE if it needs more than an embedded cluster can have.
 */
export function embeddedBrokers(scenario: Scenario): number {
  const factor = largestReplicationFactor(scenario)
  if (factor <= maxEmbeddedBrokers) return brokersForReplicas(factor)
  throw new AppError(
    'PLAN_IMPOSSIBLE',
    `An embedded cluster has at most ${maxEmbeddedBrokers} brokers; the scenario needs ${factor} replicas.`,
    {
      remedy: `For this run, lower the replication factor to ${replicatedBrokers}`,
      action: { command: loweringOptions(scenario).join(' '), view: null },
    },
  )
}

/** Options that lower the replication factor of each topic that needs too many brokers. */
function loweringOptions({ workload }: Scenario): string[] {
  return workload.topics.flatMap(({ replicationFactor }, index) =>
    replicationFactor > maxEmbeddedBrokers
      ? [`--set workload.topics.${index}.replicationFactor=${replicatedBrokers}`]
      : [],
  )
}

/**
 * Number of brokers of an embedded cluster without quotas: as many as the deployment has, up to what one machine can run.
 * @throws AppError as `embeddedBrokers`
 */
export function unlimitedBrokers(scenario: Scenario, offering: Offering): number {
  return Math.max(embeddedBrokers(scenario), brokersOfDeployment(scenario, offering))
}

/**
 * Number of brokers with or without quotas, for previews. Returns the maximum, and does not throw, if more are needed.
 */
export function likelyEmbeddedBrokers(scenario: Scenario, offering: Offering, isUnlimited: boolean): number {
  const needed = brokersForReplicas(Math.min(maxEmbeddedBrokers, largestReplicationFactor(scenario)))
  return isUnlimited ? Math.max(needed, brokersOfDeployment(scenario, offering)) : needed
}

function largestReplicationFactor({ workload }: Scenario): number {
  return Math.max(...workload.topics.map((topic) => topic.replicationFactor))
}

function brokersForReplicas(factor: number): number {
  return factor <= 1 ? 1 : Math.max(factor, replicatedBrokers)
}

/** Number of brokers of the deployment, up to what one machine can run; 0 if the model has no limits for its date. */
function brokersOfDeployment({ deployment }: Scenario, offering: Offering): number {
  const limits = limitSetAt(offering, deployment)
  if (limits === null) return 0
  const brokers = Math.round((limits.brokersPerUnit ?? offering.assumedBrokersPerUnit) * deployment.size)
  return Math.min(maxEmbeddedBrokers, brokers)
}
