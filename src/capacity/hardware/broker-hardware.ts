/**
 * The brokers of a deployment on hosts: the resources of each, and the partitions of the busiest.
 */
import type { BrokerParameters } from '../../contracts/hardware.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Parameter } from '../../contracts/parameter.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { Source } from '../../contracts/source.ts'
import type { Topic, Workload } from '../../contracts/workload.ts'
import { type LikelyBand, likelyBandsOf } from '../likely-value.ts'
import { tierOf } from '../limit-set.ts'
import { scenarioSource } from '../short-source.ts'
import { describeFlushing, type Flushing } from './flushing.ts'
import { type CpuBurst, cpuBurst, type HostRate, networkRates, storageRate } from './host-rates.ts'

/** Names of the parameters. */
type ParameterName = keyof BrokerParameters

/** Parameters that older model files do not have. */
type OptionalName =
  | 'batchCpuUs'
  | 'sentByteCpuNs'
  | 'connectionByteNs'
  | 'replicaByteNs'
  | 'diskSyncMs'
  | 'syncsPerFlush'
  | 'workUnderWay'
  | 'residual'

/** The brokers of a deployment. Rates and capacities are those of one broker. */
export type BrokerHardware = {
  readonly hostName: string
  /** Cores that a broker sustains. */
  readonly cores: number
  /** All cores, while CPU credits last; null if it sustains all. */
  readonly cpuBurst: CpuBurst | null
  /** Rate at which the network port receives; null if it is not published. */
  readonly networkIn: HostRate | null
  /** Rate at which it sends. */
  readonly networkOut: HostRate | null
  readonly storage: HostRate | null
  /** Share of the storage rate that brokers reach; 1 if the rate is a measured one. */
  readonly storageEfficiency: number
  /** The resource that has the storage rate: "1 x io1 volume" or "volume bandwidth of the host". */
  readonly storageText: string
  /** Disks that the storage rate is divided among; 1 if only the rate of all together is known. */
  readonly bandwidthDisks: number
  /** Storage rate / the rate of all disks together: below 1 if the path to the volumes is slower than they are. */
  readonly diskShare: number
  /** Disks that `storageBytes` is divided among. Each has a log directory, and a partition is in one of them. */
  readonly spaceDisks: number
  /** Bytes that one broker can store, all its disks together; null if the scenario does not say. */
  readonly storageBytes: number | null
  /** Round trip between brokers that the scenario gives, in ms; 0 if it gives none. `replicaWaitUs` contains it. */
  readonly brokerRoundTripMs: number
  /** How brokers flush; null if no topic asks for it, or the model has no time of a flush. */
  readonly flushing: Flushing | null
  /** Memory left for the page cache; null if it is not known. */
  readonly pageCacheBytes: number | null
  /** Values of the model's parameters, in the units that their names end with. */
  readonly parameters: Readonly<Record<ParameterName, number>>
  /** Bands by law around the likely values; null if the model has one width, its parameter `residual`. */
  readonly lawBands: readonly LikelyBand[] | null
  readonly source: Source
  /** Where the size of the disks is stated. */
  readonly spaceSource: Source
  /** By the index of the topic entry. */
  readonly topics: readonly TopicPlacement[]
  /** Followers of the topic entry with the highest replication factor. */
  readonly maxFollowers: number
  /** Factor by which follower partitions raise the CPU work for clients; 1 without followers. */
  readonly followerFactor: number
}

/** The partitions of a topic entry on the busiest broker. */
type TopicPlacement = {
  /** Partitions that it leads. */
  readonly ledPartitions: number
  /** Partitions of which it has a replica, as leader or follower. */
  readonly replicaPartitions: number
  /** Records per second that all producers offer to the entry. */
  readonly offeredRecordsPerSec: number
}

/** A topic entry, and the number of partitions of all its topics. */
type TopicLoad = { readonly topic: Topic; readonly partitions: number }

/** The brokers of a deployment; null if the offering does not compute its limits from hosts. */
export function describeBrokers(
  offering: Offering,
  { workload, deployment }: Pick<Scenario, 'workload' | 'deployment'>,
  topics: readonly TopicLoad[],
  brokers: number,
): BrokerHardware | null {
  if (offering.model !== 'broker-hardware') return null
  const { hosts, parameters: given } = offering.hardware
  const id = tierOf(offering, deployment)
  const host = hosts.find((each) => each.id === id) ?? hosts[0]
  if (host === undefined) return null
  const own = deployment.host
  const cores = own?.cores ?? host.sustainedCores ?? host.cores
  const { brokerRoundTripMs = 0 } = deployment
  const parameters = withLongerReplicaWait(atSpeed(valuesOf(given), own?.coreSpeed ?? 1), cores, brokerRoundTripMs)
  const network = networkRates(host, deployment, offering.hardware)
  const storage = storageRate(host, deployment, offering.hardware)
  return {
    hostName: own === undefined ? host.name : 'host of your own',
    cores,
    cpuBurst: own === undefined ? cpuBurst(host, offering.hardware) : null,
    networkIn: network.received,
    networkOut: network.sent,
    storage: storage.rate,
    storageEfficiency: storage.isMeasured ? 1 : parameters.storageEfficiency,
    storageText: storage.text,
    bandwidthDisks: storage.bandwidthDisks,
    diskShare: storage.diskShare,
    spaceDisks: storage.spaceDisks,
    storageBytes: storage.capacityBytes,
    brokerRoundTripMs,
    flushing: describeFlushing(workload, deployment, parameters),
    pageCacheBytes: pageCacheBytes(own === undefined ? host.memoryBytes : own.memoryBytes, offering.hardware.heapBytes),
    parameters,
    lawBands: likelyBandsOf(offering),
    source: own === undefined ? host.source : scenarioSource,
    spaceSource: own === undefined && deployment.volume?.sizeBytes === undefined ? host.source : scenarioSource,
    topics: topics.map((load) => placementOf(load, workload, brokers)),
    maxFollowers: topics.reduce((max, { topic }) => Math.max(max, topic.replicationFactor - 1), 0),
    followerFactor: followerFactor(topics, parameters, cores * brokers),
  }
}

/** Memory of the host minus the broker's heap, which takes at most half of it. */
function pageCacheBytes(memoryBytes: number | undefined, heap: Parameter | undefined): number | null {
  if (memoryBytes === undefined || heap === undefined) return null
  return memoryBytes - Math.min(heap.value, memoryBytes / 2)
}

/** Absorbs rounding: while a broker is away, the mean replication factor is not a whole number. */
const roundingSlack = 1e-9

/**
 * Leaders and replicas are placed round-robin, so the busiest broker has one more if they do not divide evenly. A
 * broker has at most one replica of a partition, so it follows every replica that it does not lead.
 */
function placementOf({ topic, partitions }: TopicLoad, { producers }: Workload, brokers: number): TopicPlacement {
  let offeredRecordsPerSec = 0
  for (const producer of producers) {
    if (producer.topic === topic.name) offeredRecordsPerSec += producer.peakRecordsPerSec
  }
  return {
    ledPartitions: Math.ceil(partitions / brokers),
    replicaPartitions: Math.ceil((partitions * topic.replicationFactor) / brokers - roundingSlack),
    offeredRecordsPerSec,
  }
}

/**
 * Factor on the CPU work for clients: 1 + followerOverhead x follower partitions x topic factor / cores.
 *
 * Followers fetch every partition continually, with or without new records; with more topics this costs a little more.
 */
function followerFactor(topics: readonly TopicLoad[], parameters: BrokerHardware['parameters'], cores: number): number {
  let followers = 0
  let count = 0
  for (const { topic, partitions } of topics) {
    followers += partitions * (topic.replicationFactor - 1)
    count += topic.count
  }
  const topicFactor = 1 + parameters.topicOverhead * Math.log(Math.max(1, count))
  return 1 + (parameters.followerOverhead * followers * topicFactor) / cores
}

/** Cores of the smallest brokers that `replicaWaitUs` was fitted to. */
const minFittedCores = 2

/**
 * On brokers with fewer cores a replica fetch takes longer, because it shares them with all other work. The round trip
 * between brokers comes on top (docs/laws/between-brokers.md).
 */
function withLongerReplicaWait(
  parameters: BrokerHardware['parameters'],
  cores: number,
  brokerRoundTripMs: number,
): BrokerHardware['parameters'] {
  if (cores >= minFittedCores && brokerRoundTripMs === 0) return parameters
  const ownUs = parameters.replicaWaitUs * Math.max(1, minFittedCores / cores)
  return { ...parameters, replicaWaitUs: ownUs + brokerRoundTripMs * 1000 }
}

/** Parameters that are times of processors, and so are inversely proportional to their speed. */
export const processorTimes = [
  'requestCpuUs',
  'batchCpuUs',
  'recordCpuUs',
  'byteCpuNs',
  'sentByteCpuNs',
  'tlsByteCpuNs',
  'replicaFetchCpuUs',
  'replicaWaitUs',
  'connectionByteNs',
  'replicaByteNs',
] as const satisfies readonly ParameterName[]

function atSpeed(parameters: BrokerHardware['parameters'], speed: number): BrokerHardware['parameters'] {
  if (speed === 1) return parameters
  const changed = { ...parameters }
  for (const name of processorTimes) changed[name] = parameters[name] / speed
  return changed
}

function valuesOf(given: BrokerParameters): BrokerHardware['parameters'] {
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
    diskSyncMs: given.diskSyncMs?.value ?? 0,
    syncsPerFlush: given.syncsPerFlush?.value ?? 1,
    idleCores: read('idleCores'),
    followerOverhead: read('followerOverhead'),
    topicOverhead: read('topicOverhead'),
    parallelismLoss: read('parallelismLoss'),
    workUnderWay: given.workUnderWay?.value ?? Number.POSITIVE_INFINITY,
    residual: given.residual?.value ?? 0,
  }
}
