/**
 * Makes the variants of a workload that a run can measure: the workload itself, and variants with other numbers of
 * clients, partitions or members, smaller batches or no readers, so that other laws of hosts bind.
 */

import { maxProducers } from '../capacity/run-transactions.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { ConsumerGroup, Producer, Topic } from '../contracts/workload.ts'

/** A field of a scenario and its new value, in the form of `--set`. */
export type ChangedField = { readonly path: string; readonly value: string | number | readonly never[] }

/** A workload to measure, and the fields in which it differs from the scenario. */
export type Mix = { readonly scenario: Scenario; readonly changes: readonly ChangedField[] }

/** Factor on the number of clients in the mix with more clients, if a run can have so many. A rule of thumb. */
const clientFactor = 4

/** Batch size of the mix with small batches, whose requests use much CPU time for few bytes. A rule of thumb. */
const smallBatchBytes = 1_024

/** The mixes, first the scenario's own. All have at most as many producers as a run can have. */
export function measurableMixes(scenario: Scenario): Mix[] {
  const own = withFewEnoughClients(scenario)
  const { consumerGroups } = scenario.workload
  const factor = Math.max(1, Math.min(clientFactor, Math.floor(maxProducers / clientsOf(own.scenario))))
  const mixes = [
    own,
    changeProducers(own.scenario, ({ clients }) => ({ clients: clients * factor })),
    changeProducers(own.scenario, () => ({ clients: 1 })),
    changeProducers(own.scenario, ({ batchBytes }) => ({
      lingerMs: 0,
      batchBytes: Math.min(batchBytes, smallBatchBytes),
    })),
    changeTopics(own.scenario, () => ({ partitions: 1 })),
    changeGroups(own.scenario, () => ({ members: 1 })),
    ...(consumerGroups.length === 0 ? [] : [withoutReaders(own.scenario)]),
  ]
  return mixes
    .filter(({ changes }, index) => index === 0 || changes.length > 0)
    .map((mix) => (mix === own ? own : bothChanges(own, mix)))
}

/** A mix that was made from another one, with the changes of both. */
export function bothChanges(earlier: Mix, later: Mix): Mix {
  return { scenario: later.scenario, changes: mergedChanges(earlier.changes, later.changes) }
}

/** All changes. If both lists change a field, the later value is used. */
function mergedChanges(earlier: readonly ChangedField[], later: readonly ChangedField[]): ChangedField[] {
  return [...earlier.filter(({ path }) => later.every((each) => each.path !== path)), ...later]
}

function clientsOf({ workload }: Scenario): number {
  return workload.producers.reduce((sum, { clients }) => sum + clients, 0)
}

/**
 * The scenario with as many clients as a run can have. A run merges the others anyway. With the reduced number in the
 * scenario, the prediction describes the actual run.
 */
function withFewEnoughClients(scenario: Scenario): Mix {
  const total = clientsOf(scenario)
  if (total <= maxProducers) return { scenario, changes: [] }
  return changeProducers(scenario, ({ clients }) => ({
    clients: Math.max(1, Math.floor((clients * maxProducers) / total)),
  }))
}

/**
 * The mix with every rate times a factor, rounded up to two digits.
 * @param keepsAverages true if average rates, and so the data kept on disks, stay as in the scenario
 */
export function atLoad({ scenario, changes }: Mix, factor: number, keepsAverages = false): Mix {
  const loaded = changeProducers(scenario, ({ peakRecordsPerSec: before, averageRecordsPerSec }) => {
    const peakRecordsPerSec = roundedUp(before * factor)
    const averageBefore = averageRecordsPerSec ?? before
    if (keepsAverages) return { peakRecordsPerSec, averageRecordsPerSec: Math.min(peakRecordsPerSec, averageBefore) }
    return averageBefore > peakRecordsPerSec
      ? { peakRecordsPerSec, averageRecordsPerSec: peakRecordsPerSec }
      : { peakRecordsPerSec }
  })
  return { scenario: loaded.scenario, changes: mergedChanges(changes, loaded.changes) }
}

/** Rounds up to two significant digits, so the rate is easy to read. */
function roundedUp(rate: number): number {
  if (!(rate > 0)) return rate
  const unit = 10 ** (Math.floor(Math.log10(rate)) - 1)
  return Number((Math.ceil(rate / unit - 1e-9) * unit).toPrecision(2))
}

/** The scenario with `partOf` applied to each producer, and the changed fields. */
export function changeProducers(scenario: Scenario, partOf: (producer: Producer) => Partial<Producer>): Mix {
  const { producers } = scenario.workload
  return {
    scenario: withProducers(scenario, (producer) => ({ ...producer, ...partOf(producer) })),
    changes: producers.flatMap((producer, index) => changesOf(`producers.${index}`, producer, partOf(producer))),
  }
}

/** The scenario with `partOf` applied to each topic, and the changed fields. */
export function changeTopics(scenario: Scenario, partOf: (topic: Topic) => Partial<Topic>): Mix {
  const topics = scenario.workload.topics.map((topic) => ({ ...topic, ...partOf(topic) }))
  return {
    scenario: { ...scenario, workload: { ...scenario.workload, topics } },
    changes: scenario.workload.topics.flatMap((topic, index) => changesOf(`topics.${index}`, topic, partOf(topic))),
  }
}

/** The scenario with `partOf` applied to each consumer group, and the changed fields. */
export function changeGroups(scenario: Scenario, partOf: (group: ConsumerGroup) => Partial<ConsumerGroup>): Mix {
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

/** The numeric fields of an entry that `part` changes. */
function changesOf<Entry extends object>(place: string, entry: Entry, part: Partial<Entry>): ChangedField[] {
  const before = new Map<string, unknown>(Object.entries(entry))
  return Object.entries(part).flatMap(([field, value]) =>
    before.get(field) === value || (typeof value !== 'number' && typeof value !== 'string')
      ? []
      : [{ path: `workload.${place}.${field}`, value }],
  )
}
