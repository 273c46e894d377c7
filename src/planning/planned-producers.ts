/**
 * Plans the producers of a run.
 */
import { clientsInRun } from '../capacity/run-transactions.ts'
import type { PlannedProducer } from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Producer } from '../contracts/workload.ts'
import { counted, formatCount } from '../units/count.ts'
import { chooseFirstKey } from './chosen-keys.ts'
import { type PlannedRecords, planRecords, recordNotes } from './planned-records.ts'
import { runName, shortName } from './run-names.ts'

/** Planned producers, and notes on how they differ from the scenario. */
export type PlannedProducers = { readonly planned: readonly PlannedProducer[]; readonly notes: readonly string[] }

/** One planned producer per client and topic, merged if there are too many. */
export function planProducers(
  scenario: Scenario,
  runId: string,
  topicNames: ReadonlyMap<string, readonly string[]>,
): PlannedProducers {
  const { producers } = scenario.workload
  const clientsByEntry = clientsInRun(scenario, (entry) => topicNames.get(entry)?.length ?? 0)
  const planned: PlannedProducer[] = []
  const notes: string[] = []
  const partitionsOf = new Map(scenario.workload.topics.map(({ name, partitions }) => [name, partitions]))
  for (const [index, producer] of producers.entries()) {
    const topics = topicNames.get(producer.topic) ?? []
    const clients = clientsByEntry[index] ?? topics.length
    if (clients !== producer.clients) notes.push(clientsNote(producer, clients))
    notes.push(...senderNotes(producer, clients), ...transactionNotes(producer, clients))
    const records = withChosenKeys(planRecords(producer, topics.length), partitionsOf.get(producer.topic) ?? 1)
    notes.push(...recordNotes(producer, records))
    for (let client = 0; client < clients; client++) {
      const topic = topics[client % topics.length]
      if (topic !== undefined) planned.push(plannedProducer(producer, records, { runId, topic, client, clients }))
    }
  }
  return { planned, notes }
}

/** The records, with the keys that give the hottest partition its predicted share. */
function withChosenKeys(records: PlannedRecords, partitions: number): PlannedRecords {
  const { partitioning } = records
  if (partitioning.kind !== 'keys') return records
  const firstKey = chooseFirstKey(partitioning.keys, partitions)
  return firstKey === 1 ? records : { ...records, partitioning: { ...partitioning, firstKey } }
}

function plannedProducer(
  producer: Producer,
  records: PlannedRecords,
  place: { runId: string; topic: string; client: number; clients: number },
): PlannedProducer {
  const id = `${shortName(producer.name)}-${place.client + 1}`
  return {
    id,
    topic: place.topic,
    clientId: runName(place.runId, id),
    recordsPerSec: producer.peakRecordsPerSec / place.clients,
    ...records,
    ...ownKeysOf(producer, place),
    acks: producer.acks,
    isIdempotent: producer.isIdempotent || producer.transactionMs !== undefined,
    lingerMs: producer.lingerMs,
    batchBytes: producer.batchBytes,
    maxInFlight: producer.maxInFlight,
    ...sendersOf(producer, place),
    ...(producer.transactionMs === undefined ? {} : { transactionMs: producer.transactionMs }),
    compression: producer.compression,
    startDelayMs: 0,
  }
}

/** How a run with another number of clients differs from the scenario. */
function clientsNote({ name, clients: wanted, keysPerClient }: Producer, clients: number): string {
  const verb = clients < wanted ? 'merged into' : 'spread over'
  const changed = `The ${counted(wanted, 'client')} of "${name}" are ${verb} ${clients} for the run`
  if (keysPerClient === undefined) return `${changed}, at the same total rate and batches.`
  const keys = clients < wanted ? 'the keys of those that it stands for' : 'keys of its own'
  return `${changed}, at the same total rate. Each writes ${keys}, so its batches may be others than in the scenario. The run is predicted with them.`
}

/**
 * The own keys of one planned client: the keys of all of the scenario's clients, divided evenly among the planned clients.
 * At least one each, so that more planned clients than keys share some.
 */
function ownKeysOf(
  { keys, keysPerClient, clients: wanted }: Producer,
  { client, clients }: { readonly client: number; readonly clients: number },
): Pick<PlannedProducer, 'partitioning'> | undefined {
  if (keys.kind === 'none' || keysPerClient === undefined) return undefined
  const before = (others: number) => Math.floor((others * wanted * keysPerClient) / clients)
  const distinct = Math.max(1, before(client + 1) - before(client))
  return { partitioning: { kind: 'keys', keys: { ...keys, distinct }, firstKey: before(client) + 1 } }
}

/** The synchronous senders of one planned client: the scenario's senders, divided among the planned clients. */
function sendersOf(
  producer: Producer,
  { client, clients }: { readonly client: number; readonly clients: number },
): Pick<PlannedProducer, 'synchronousSenders'> {
  const total = totalSenders(producer)
  if (total === null) return {}
  const remainder = client < total % clients ? 1 : 0
  return { synchronousSenders: Math.max(1, Math.floor(total / clients) + remainder) }
}

/** Synchronous senders of all clients of an entry; null if sends are asynchronous. */
function totalSenders({ synchronousSenders, clients, acks }: Producer): number | null {
  return synchronousSenders === undefined || acks === '0' ? null : synchronousSenders * clients
}

function senderNotes(producer: Producer, clients: number): string[] {
  const total = totalSenders(producer)
  if (total === null || clients === producer.clients) return []
  if (clients > total) {
    return [
      `The run has ${formatCount(clients)} synchronous senders of "${producer.name}" instead of ${formatCount(total)}, because each of its topics needs one.`,
    ]
  }
  if (clients > producer.clients) return []
  return [
    `The ${formatCount(total)} synchronous senders of "${producer.name}" share ${counted(clients, 'client')} in the run, so their records may share requests that would be separate in the scenario.`,
  ]
}

/** Notes on how the transactions of a run differ from the scenario. @param clients of the entry in the run */
function transactionNotes({ name, transactionMs, clients: wanted }: Producer, clients: number): string[] {
  if (transactionMs === undefined || clients === wanted) return []
  const which = clients < wanted ? 'fewer and larger' : 'more and smaller'
  return [
    `The run sends the transactions of "${name}" from ${formatCount(clients)} clients instead of ${formatCount(wanted)}, so they are ${which}. The run is predicted with them.`,
  ]
}
