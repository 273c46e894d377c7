/**
 * The producer clients of a run and their transactions, which may be others than those of its scenario.
 */
import type { Driver } from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Producer } from '../contracts/workload.ts'

/** Upper bound of the producer clients of a run. More would only compete for CPU. */
export const maxProducers = 16

/**
 * Clients of each producer entry in a run: spread evenly over its topics, at least one per topic, and not too many.
 *
 * @param topicsOf number of topics of an entry of the scenario, by its name. Default: as many as the scenario says
 */
export function clientsInRun(
  { workload }: Scenario,
  topicsOf = (entry: string) => workload.topics.find(({ name }) => name === entry)?.count ?? 1,
): number[] {
  const entries = workload.producers.map(({ topic, clients }) => {
    const topics = topicsOf(topic)
    return { topics, wanted: Math.max(1, Math.round(clients / topics)) * topics }
  })
  const total = entries.reduce((sum, { wanted }) => sum + wanted, 0)
  const share = Math.min(1, maxProducers / total)
  return entries.map(({ topics, wanted }) => Math.max(1, Math.floor((wanted * share) / topics)) * topics)
}

/**
 * The scenario with the transactions that its run has. The prediction for the run is made with these.
 *
 * Other drivers than node-rdkafka have none. A run may have another number of clients than the scenario, each with one
 * transaction after another. Their number and records are those of the scenario's clients with transactions longer by the
 * ratio scenario clients / run clients.
 */
export function withTransactionsOfRun(scenario: Scenario, driver: Driver = 'node-rdkafka'): Scenario {
  const { workload } = scenario
  if (workload.producers.every(({ transactionMs }) => transactionMs === undefined)) return scenario
  const clients = clientsInRun(scenario)
  const producers = workload.producers.map((producer, index): Producer => {
    const { transactionMs, ...rest } = producer
    if (transactionMs === undefined) return producer
    if (driver !== 'node-rdkafka') return { ...rest, isIdempotent: true }
    return { ...producer, transactionMs: (transactionMs * producer.clients) / (clients[index] ?? producer.clients) }
  })
  return { ...scenario, workload: { ...workload, producers } }
}
