/**
 * The brokers of a deployment on hardware: what each has, and what share of the load the busiest gets.
 */
import type { BrokerParameters } from '../../contracts/hardware.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Parameter } from '../../contracts/parameter.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { Source } from '../../contracts/source.ts'
import type { Topic, Workload } from '../../contracts/workload.ts'
import { tierOf } from '../limit-set.ts'
import { type HostRate, networkRate, storageRate } from './host-rates.ts'

/** Names of the parameters. */
type ParameterName = keyof BrokerParameters

/** Parameters that older files leave out. */
type OptionalName = 'batchCpuUs' | 'sentByteCpuNs' | 'connectionByteNs' | 'replicaByteNs' | 'workUnderWay'

/** What the brokers of a deployment have. Rates are those of one broker. */
export type BrokerSituation = {
  readonly hostName: string
  readonly cores: number
  /** Each direction; null where it is not published. */
  readonly network: HostRate | null
  readonly storage: HostRate | null
  /** Share of that rate which brokers reach: all of what disks were measured to write. */
  readonly storageShare: number
  /** Where the storage rate comes from: "io1 volume" or "volume bandwidth of the host". */
  readonly storageText: string
  /** Disks that share the storage rate; a partition lies on one of them. */
  readonly disks: number
  /** Bytes that one broker can keep; null where it was not said. */
  readonly storageBytes: number | null
  /** Memory that keeps what was written last; null where it is not known. */
  readonly pageCacheBytes: number | null
  /** Values of the parameters in their units. */
  readonly parameters: Readonly<Record<ParameterName, number>>
  readonly source: Source
  /** Of each topic entry. */
  readonly topics: readonly TopicPlacement[]
  /** Most followers that a partition of any topic entry has. */
  readonly mostFollowers: number
  /** How much the work of a load grows by partitions that are followed: 1 without followers. */
  readonly followerFactor: number
  /** Share of the processors that this number of partitions keeps busy. */
  readonly parallelism: number
}

/** What the busiest broker has of a topic entry. */
type TopicPlacement = {
  /** Partitions that it leads, and all that it keeps a copy of. */
  readonly ledPartitions: number
  readonly keptPartitions: number
  /** Records a second that all producers offer to the entry. */
  readonly offeredRecordsPerSec: number
}

/** A topic entry with the partitions of all its alike topics. */
type TopicLoad = { readonly topic: Topic; readonly partitions: number }

/** The brokers of a deployment, or null where the offering computes nothing from hosts. */
export function describeBrokers(
  offering: Offering,
  { workload, deployment }: Pick<Scenario, 'workload' | 'deployment'>,
  topics: readonly TopicLoad[],
  brokers: number,
): BrokerSituation | null {
  if (offering.model !== 'broker-hardware') return null
  const { hosts, parameters: given } = offering.hardware
  const id = tierOf(offering, deployment)
  const host = hosts.find((each) => each.id === id) ?? hosts[0]
  if (host === undefined) return null
  const own = deployment.host
  const cores = own?.cores ?? host.cores
  const parameters = takingTurns(valuesOf(given), cores)
  const storage = storageRate(host, deployment, offering.hardware)
  return {
    hostName: own === undefined ? host.name : 'host of your own',
    cores,
    network: networkRate(host, deployment, offering.hardware),
    storage: storage.rate,
    storageShare: storage.isMeasured ? 1 : parameters.storageEfficiency,
    storageText: storage.text,
    disks: storage.disks,
    storageBytes: storage.capacityBytes,
    pageCacheBytes: pageCacheBytes(own === undefined ? host.memoryBytes : own.memoryBytes, offering.hardware.heapBytes),
    parameters,
    source: host.source,
    topics: topics.map((topic) => placementOf(topic, workload, brokers)),
    mostFollowers: topics.reduce((most, { topic }) => Math.max(most, topic.replicationFactor - 1), 0),
    followerFactor: followerFactor(topics, parameters, cores * brokers),
    parallelism: parallelism(topics, parameters, cores, brokers),
  }
}

/** Memory of the host less the heap, of which at most half is taken. */
function pageCacheBytes(memoryBytes: number | undefined, heap: Parameter | undefined): number | null {
  if (memoryBytes === undefined || heap === undefined) return null
  return memoryBytes - Math.min(heap.value, memoryBytes / 2)
}

/** What rounding leaves of copies that are no whole number a partition while a broker is away. */
const slack = 1e-9

/**
 * Leaders and copies are placed in turn: the busiest broker has one more where they do not come out even. A broker keeps
 * one copy of a partition, so that it follows what it keeps and does not lead.
 */
function placementOf({ topic, partitions }: TopicLoad, { producers }: Workload, brokers: number): TopicPlacement {
  let offeredRecordsPerSec = 0
  for (const producer of producers) {
    if (producer.topic === topic.name) offeredRecordsPerSec += producer.peakRecordsPerSec
  }
  return {
    ledPartitions: Math.ceil(partitions / brokers),
    keptPartitions: Math.ceil((partitions * topic.replicationFactor) / brokers - slack),
    offeredRecordsPerSec,
  }
}

/**
 * How much more work a load makes with many followed partitions: 1 + followerOverhead x followers / cores.
 *
 * A follower asks for every partition again and again, whether it has news or not; more topics cost a little more.
 */
function followerFactor(
  topics: readonly TopicLoad[],
  parameters: BrokerSituation['parameters'],
  cores: number,
): number {
  let followers = 0
  let count = 0
  for (const { topic, partitions } of topics) {
    followers += partitions * (topic.replicationFactor - 1)
    count += topic.count
  }
  const byTopics = 1 + parameters.topicOverhead * Math.log(Math.max(1, count))
  return 1 + (parameters.followerOverhead * followers * byTopics) / cores
}

/** A partition is written by one thread at a time: where a broker leads fewer than it has cores, some wait. */
function parallelism(
  topics: readonly TopicLoad[],
  parameters: BrokerSituation['parameters'],
  cores: number,
  brokers: number,
): number {
  const led = topics.reduce((sum, topic) => sum + Math.ceil(topic.partitions / brokers), 0)
  return 1 - parameters.parallelismLoss * Math.max(0, 1 - led / cores)
}

/** Processors of the smallest brokers that the time of a replica fetch was fitted to. */
const fewestFittedCores = 2

/** One fetch after another, each takes its turns with all else on both brokers: longer where they have fewer processors. */
function takingTurns(parameters: BrokerSituation['parameters'], cores: number): BrokerSituation['parameters'] {
  if (cores >= fewestFittedCores) return parameters
  return { ...parameters, replicaWaitUs: (parameters.replicaWaitUs * fewestFittedCores) / cores }
}

function valuesOf(given: BrokerParameters): BrokerSituation['parameters'] {
  const read = (name: Exclude<ParameterName, OptionalName>) => given[name].value
  return {
    storageEfficiency: read('storageEfficiency'),
    networkEfficiency: read('networkEfficiency'),
    requestCpuUs: read('requestCpuUs'),
    batchCpuUs: given.batchCpuUs?.value ?? 0,
    recordCpuUs: read('recordCpuUs'),
    byteCpuNs: read('byteCpuNs'),
    sentByteCpuNs: (given.sentByteCpuNs ?? given.byteCpuNs).value,
    tlsByteCpuNs: read('tlsByteCpuNs'),
    replicaFetchCpuUs: read('replicaFetchCpuUs'),
    replicaWaitUs: read('replicaWaitUs'),
    connectionByteNs: given.connectionByteNs?.value ?? 0,
    replicaByteNs: given.replicaByteNs?.value ?? 0,
    idleCores: read('idleCores'),
    followerOverhead: read('followerOverhead'),
    topicOverhead: read('topicOverhead'),
    parallelismLoss: read('parallelismLoss'),
    workUnderWay: given.workUnderWay?.value ?? Number.POSITIVE_INFINITY,
    residual: read('residual'),
  }
}
