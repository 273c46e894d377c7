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
 * The scenario with the producer clients that its run has, where they matter: for transactions, and for keys that are each
 * client's own. The prediction for the run is made with it.
 *
 * Other drivers than node-rdkafka have no transactions. A run may have another number of clients than the scenario, each
 * with one transaction after another. Their number and records are those of the scenario's clients with transactions longer
 * by the ratio scenario clients / run clients.
 */
export function withClientsOfRun(scenario: Scenario, driver: Driver = 'node-rdkafka'): Scenario {
  const { workload } = scenario
  const isAlike = ({ transactionMs, keysPerClient }: Producer) =>
    transactionMs === undefined && keysPerClient === undefined
  if (workload.producers.every(isAlike)) return scenario
  const clients = clientsInRun(scenario)
  const producers = workload.producers.map((given, index): Producer => {
    const inRun = clients[index] ?? given.clients
    const producer = withKeysOfRun(given, inRun)
    const { transactionMs, ...rest } = producer
    if (transactionMs === undefined) return producer
    if (driver !== 'node-rdkafka') return { ...rest, isIdempotent: true }
    return { ...producer, transactionMs: (transactionMs * producer.clients) / inRun }
  })
  return { ...scenario, workload: { ...workload, producers } }
}

/** A producer entry as this many clients send it, if keys are each client's own: they share out keys, senders and limits. */
function withKeysOfRun(producer: Producer, inRun: number): Producer {
  const { clients, keysPerClient, synchronousSenders, mostRecordsPerSec } = producer
  if (keysPerClient === undefined || clients === inRun) return producer
  const ratio = clients / inRun
  return {
    ...producer,
    clients: inRun,
    keysPerClient: Math.max(1, keysPerClient * ratio),
    ...(synchronousSenders === undefined ? {} : { synchronousSenders: Math.max(1, synchronousSenders * ratio) }),
    ...(mostRecordsPerSec === undefined ? {} : { mostRecordsPerSec: mostRecordsPerSec * ratio }),
  }
}
