/**
 * Workloads near a scenario's own of which a run can be made: as it is, and with clients, partitions, batches or readers
 * changed, so that other laws of hosts bind.
 */
import type { Scenario } from '../contracts/scenario.ts'
import type { ConsumerGroup, Producer, Topic } from '../contracts/workload.ts'
import { mostProducers } from './planned-producers.ts'

/** A field of a scenario with another value, as `--set` takes it. */
export type ChangedField = { readonly path: string; readonly value: string | number | readonly never[] }

/** A workload to measure, and the fields in which it differs from the scenario. */
export type Mix = { readonly scenario: Scenario; readonly changes: readonly ChangedField[] }

/** Factor on the clients of a mix with more of them, if a run can have so many. */
const moreClients = 4

/** A batch that holds a few records: its requests use much processor time for few bytes. */
const smallBatchBytes = 1_024

/** The mixes, first the scenario's own, with as many producers as a run has. */
export function measurableMixes(scenario: Scenario): Mix[] {
  const own = withFewEnoughClients(scenario)
  const { consumerGroups } = scenario.workload
  const more = Math.max(1, Math.min(moreClients, Math.floor(mostProducers / clientsOf(own.scenario))))
  const mixes = [
    own,
    ofProducers(own.scenario, ({ clients }) => ({ clients: clients * more })),
    ofProducers(own.scenario, () => ({ clients: 1 })),
    ofProducers(own.scenario, ({ batchBytes }) => ({ lingerMs: 0, batchBytes: Math.min(batchBytes, smallBatchBytes) })),
    ofTopics(own.scenario, () => ({ partitions: 1 })),
    ofGroups(own.scenario, () => ({ members: 1 })),
    ...(consumerGroups.length === 0 ? [] : [withoutReaders(own.scenario)]),
  ]
  return mixes
    .filter(({ changes }, index) => index === 0 || changes.length > 0)
    .map((mix) => (mix === own ? own : { ...mix, changes: both(own.changes, mix.changes) }))
}

/** The changes of both; of a field that both change, the later value. */
function both(earlier: readonly ChangedField[], later: readonly ChangedField[]): ChangedField[] {
  return [...earlier.filter(({ path }) => later.every((each) => each.path !== path)), ...later]
}

function clientsOf({ workload }: Scenario): number {
  return workload.producers.reduce((sum, { clients }) => sum + clients, 0)
}

/** A run merges producers beyond those that it can have; said in the scenario, the prediction is of what is run. */
function withFewEnoughClients(scenario: Scenario): Mix {
  const total = clientsOf(scenario)
  if (total <= mostProducers) return { scenario, changes: [] }
  return ofProducers(scenario, ({ clients }) => ({
    clients: Math.max(1, Math.floor((clients * mostProducers) / total)),
  }))
}

/**
 * The mix with every rate times a factor, rounded up to two digits. `keepsAverages`: the average rates, and so what is kept
 * on disks, stay those of the scenario.
 */
export function atLoad({ scenario, changes }: Mix, factor: number, keepsAverages = false): Mix {
  const loaded = ofProducers(scenario, ({ peakRecordsPerSec: before, averageRecordsPerSec }) => {
    const peakRecordsPerSec = roundedUp(before * factor)
    const averageBefore = averageRecordsPerSec ?? before
    if (keepsAverages) return { peakRecordsPerSec, averageRecordsPerSec: Math.min(peakRecordsPerSec, averageBefore) }
    return averageBefore > peakRecordsPerSec
      ? { peakRecordsPerSec, averageRecordsPerSec: peakRecordsPerSec }
      : { peakRecordsPerSec }
  })
  return { scenario: loaded.scenario, changes: both(changes, loaded.changes) }
}

/** To two digits: a rate that people can read. */
function roundedUp(rate: number): number {
  if (!(rate > 0)) return rate
  const unit = 10 ** (Math.floor(Math.log10(rate)) - 1)
  return Number((Math.ceil(rate / unit - 1e-9) * unit).toPrecision(2))
}

function ofProducers(scenario: Scenario, partOf: (producer: Producer) => Partial<Producer>): Mix {
  const { producers } = scenario.workload
  return {
    scenario: withProducers(scenario, (producer) => ({ ...producer, ...partOf(producer) })),
    changes: producers.flatMap((producer, index) => changesOf(`producers.${index}`, producer, partOf(producer))),
  }
}

function ofTopics(scenario: Scenario, partOf: (topic: Topic) => Partial<Topic>): Mix {
  const topics = scenario.workload.topics.map((topic) => ({ ...topic, ...partOf(topic) }))
  return {
    scenario: { ...scenario, workload: { ...scenario.workload, topics } },
    changes: scenario.workload.topics.flatMap((topic, index) => changesOf(`topics.${index}`, topic, partOf(topic))),
  }
}

function ofGroups(scenario: Scenario, partOf: (group: ConsumerGroup) => Partial<ConsumerGroup>): Mix {
  const before = scenario.workload.consumerGroups
  const consumerGroups = before.map((group) => ({ ...group, ...partOf(group) }))
  return {
    scenario: { ...scenario, workload: { ...scenario.workload, consumerGroups } },
    changes: before.flatMap((group, index) => changesOf(`consumerGroups.${index}`, group, partOf(group))),
  }
}

function withoutReaders(scenario: Scenario): Mix {
  return {
    scenario: { ...scenario, workload: { ...scenario.workload, consumerGroups: [] } },
    changes: [{ path: 'workload.consumerGroups', value: [] }],
  }
}

function withProducers(scenario: Scenario, change: (producer: Producer, index: number) => Producer): Scenario {
  return { ...scenario, workload: { ...scenario.workload, producers: scenario.workload.producers.map(change) } }
}

/** The fields of an entry that a part changes. */
function changesOf<Entry extends object>(place: string, entry: Entry, part: Partial<Entry>): ChangedField[] {
  const before = new Map<string, unknown>(Object.entries(entry))
  return Object.entries(part).flatMap(([field, value]) =>
    before.get(field) === value || typeof value !== 'number' ? [] : [{ path: `workload.${place}.${field}`, value }],
  )
}
