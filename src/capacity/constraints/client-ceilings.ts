/**
 * Constraints of clients: what one producer client can send and one member of a group can read.
 */
import type { Source } from '../../contracts/source.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, ownSource, type ReadersOfLimit } from '../constraint-model.ts'
import { partWithHottest } from '../hottest-partition.ts'
import { javaConsumerCeiling, javaConsumerFormula, javaConsumerSource } from '../java-consumer.ts'
import { javaProducerCeiling, javaProducerFormula, javaProducerSource } from '../java-producer.ts'
import { type LibrdkafkaClient, librdkafkaCeiling, librdkafkaFormula, librdkafkaSource } from '../librdkafka-client.ts'
import type { ConsumerLoad, ProducerLoad, Situation } from '../situation.ts'
import { recordsPerSecOf, sentBytesPerRecordOf, type Traffic } from '../traffic.ts'

/** Source of ceilings that are given: they are facts of the scenario, not predictions. */
export const givenCeilingSource = ownSource(
  'ceiling of a client',
  'From the scenario or the client probe of a run: what one client can send or read, and the network port of that client.',
)

/** Share of a port that carries batches: TCP framing and acknowledgements take about 5 %. */
const portShare = 0.95

/** A client that a ceiling may limit, and its demand. */
type Client = {
  readonly dimension: 'producer-client' | 'consumer-client'
  /** End of the constraint's id: index and name of the entry. */
  readonly place: string
  /** The client in the text of a demand: `each "orders" client`. */
  readonly who: string
  /** What the ceiling is of, in the text of a capacity: `client`, `member of "audit"`. */
  readonly one: string
  /** Left out: a producer. */
  readonly readers?: ReadersOfLimit
  readonly recordsAt: (traffic: Traffic) => number
  readonly bytesAt: (traffic: Traffic) => number
}

/**
 * Ceilings of clients: records/s, and bytes/s through their port, if the scenario gives them. On hosts, a client without a
 * given ceiling in records/s has the one that is assumed for its library. For a service none is assumed, because it
 * publishes its limits for any client.
 */
export function clientCeilingConstraints(situation: Situation): ConstraintModel[] {
  const port = situation.workload.clientPortBytesPerSec
  if (port === undefined && situation.hardware === null && !namesCeilings(situation)) return []
  const models: ConstraintModel[] = []
  const add = (client: Client, mostRecordsPerSec: number | undefined) =>
    models.push(...recordsCeiling(client, mostRecordsPerSec), ...portCeiling(client, port))
  for (const [index, load] of situation.producers.entries()) {
    const { mostRecordsPerSec } = load.producer
    if (situation.hardware !== null && mostRecordsPerSec === undefined) {
      models.push(assumedCeiling(assumedOfProducer(load, situation), producerClient(load, index)))
    }
    if (mostRecordsPerSec !== undefined || port !== undefined) add(producerClient(load, index), mostRecordsPerSec)
  }
  for (const [index, load] of situation.consumers.entries()) {
    const { mostRecordsPerSec } = load.group
    if (situation.hardware !== null && mostRecordsPerSec === undefined) {
      models.push(assumedCeiling(assumedOfConsumer(load, situation), busiestMember(load, index, situation)))
    }
    if (mostRecordsPerSec !== undefined || port !== undefined)
      add(busiestMember(load, index, situation), mostRecordsPerSec)
  }
  return models
}

function namesCeilings({ workload }: Situation): boolean {
  return (
    workload.producers.some(({ mostRecordsPerSec }) => mostRecordsPerSec !== undefined) ||
    workload.consumerGroups.some(({ mostRecordsPerSec }) => mostRecordsPerSec !== undefined)
  )
}

function producerClient(load: ProducerLoad, index: number): Client {
  const { producer } = load
  const recordsAt = (traffic: Traffic) => recordsPerSecOf(load, traffic) / producer.clients
  return {
    dimension: 'producer-client',
    place: `${index}:${producer.name}`,
    who: `each "${producer.name}" client`,
    one: 'client',
    recordsAt,
    bytesAt: (traffic) => recordsAt(traffic) * sentBytesPerRecordOf(load, traffic),
  }
}

/**
 * The member with the most partitions, including the hottest one. Members beyond the number of partitions read nothing.
 */
function busiestMember({ group, topic }: ConsumerLoad, index: number, { producers }: Situation): Client {
  const { partitions } = topic
  const read = Math.ceil(partitions / group.members)
  return {
    dimension: 'consumer-client',
    place: `${index}:${group.name}`,
    who: `the busiest member of "${group.name}"`,
    one: `member of "${group.name}"`,
    readers: { consumer: index },
    recordsAt: (traffic) => {
      let records = 0
      for (const load of producers) {
        if (load.topic.index !== topic.index) continue
        const whole = recordsPerSecOf(load, traffic)
        records += partWithHottest(whole, whole * load.hottest.share, read, partitions)
      }
      return records
    },
    bytesAt: (traffic) => {
      const { wireBytesPerSec = 0, hottestWireBytesPerSec = 0 } = traffic.topics[topic.index] ?? {}
      return partWithHottest(wireBytesPerSec, hottestWireBytesPerSec, read, partitions)
    },
  }
}

function recordsCeiling(
  { dimension, place, who, one, readers, recordsAt }: Client,
  capacity: number | undefined,
): ConstraintModel[] {
  if (capacity === undefined) return []
  return [
    {
      ...ceiling,
      id: `${dimension}:${place}`,
      dimension,
      readers,
      unit: 'records/s',
      capacity,
      capacityText: () => `${formatInUnit(capacity, 'records/s')} of one ${one}, as given`,
      demandAt: recordsAt,
      demandText: (demand) => `${formatInUnit(demand, 'records/s')} by ${who}`,
    },
  ]
}

/** A ceiling that the scenario does not give. */
type Assumed = {
  readonly capacity: number
  /** A function, because most predictions show no formula. */
  readonly formula: () => string
  readonly kind: string
  readonly source: Source
}

function assumedOfProducer(
  { family, producer, payloadBytesPerRecord }: ProducerLoad,
  { workload }: Situation,
): Assumed {
  if (family === 'librdkafka') {
    return assumedOfLibrdkafka({
      role: 'producer',
      language: workload.clientLanguage,
      recordBytes: payloadBytesPerRecord,
      codec: producer,
    })
  }
  return {
    capacity: javaProducerCeiling(producer),
    formula: () => javaProducerFormula(producer),
    kind: 'Java client',
    source: javaProducerSource,
  }
}

/** Records have the mean size of those that producers write to the topic. */
function assumedOfConsumer({ topic }: ConsumerLoad, { producers, workload }: Situation): Assumed {
  let [records, bytes] = [0, 0]
  for (const load of producers) {
    if (load.topic.index !== topic.index) continue
    records += load.peakRecordsPerSec
    bytes += load.peakRecordsPerSec * load.payloadBytesPerRecord
  }
  const recordBytes = records === 0 ? 0 : bytes / records
  if (workload.clientFamily === 'librdkafka') {
    return assumedOfLibrdkafka({ role: 'consumer', language: workload.clientLanguage, recordBytes })
  }
  return {
    capacity: javaConsumerCeiling(recordBytes),
    formula: () => javaConsumerFormula(recordBytes),
    kind: 'Java consumer',
    source: javaConsumerSource,
  }
}

function assumedOfLibrdkafka(client: LibrdkafkaClient): Assumed {
  return {
    capacity: librdkafkaCeiling(client),
    formula: () => librdkafkaFormula(client),
    kind: 'client over librdkafka',
    source: librdkafkaSource,
  }
}

function assumedCeiling(assumed: Assumed, { dimension, place, who, readers, recordsAt }: Client): ConstraintModel {
  const { capacity, formula, kind, source } = assumed
  const { layer, kind: limitKind, mayBurst } = ceiling
  // Field by field, because a spread took a tenth of the time of a prediction on hosts.
  return {
    layer,
    kind: limitKind,
    mayBurst,
    source,
    id: `${dimension}:${place}`,
    dimension,
    readers,
    unit: 'records/s',
    capacity,
    capacityText: () => `${formula()} = ${formatInUnit(capacity, 'records/s')} of one ${kind}`,
    demandAt: recordsAt,
    demandText: (demand) => `${formatInUnit(demand, 'records/s')} by ${who}`,
  }
}

function portCeiling(
  { dimension, place, who, readers, bytesAt }: Client,
  portBytesPerSec: number | undefined,
): ConstraintModel[] {
  if (portBytesPerSec === undefined) return []
  const capacity = portBytesPerSec * portShare
  return [
    {
      ...ceiling,
      id: `${dimension}-port:${place}`,
      dimension,
      readers,
      unit: 'bytes/s',
      capacity,
      capacityText: () => `port of ${formatByteRate(portBytesPerSec)} x ${portShare} = ${formatByteRate(capacity)}`,
      demandAt: bytesAt,
      demandText: (demand) => `${formatByteRate(demand)} through the port of ${who}`,
    },
  ]
}

const ceiling = { layer: 'client', kind: 'physical', source: givenCeilingSource, mayBurst: false } as const
