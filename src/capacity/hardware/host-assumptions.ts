/**
 * The assumptions about brokers on hosts, where the scenario states nothing.
 */
import type { Prediction } from '../../contracts/prediction.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { groupDigits } from '../../units/number-text.ts'
import { leaderFetchBytes, replicatedBytesPerSec } from '../pipeline.ts'
import { withBatchHeader } from '../record-batch.ts'
import type { Situation } from '../situation.ts'
import { storedOnFullestDisk } from '../stored-bytes.ts'

type Assumption = Prediction['assumptions'][number]

/** Returns these assumptions, each with the field that would replace it. Without hosts there are only those on flushes. */
export function listHostAssumptions(situation: Situation): Assumption[] {
  return [
    ...creditAssumptions(situation),
    ...hostAssumptions(situation),
    ...diskAssumptions(situation),
    ...spaceAssumptions(situation),
    ...flushAssumptions(situation),
    ...brokerRoundTripAssumptions(situation),
    ...fetcherAssumptions(situation),
    ...fetchedPartitionAssumptions(situation),
  ]
}

/** Hosts that sustain only some of their cores. */
function creditAssumptions({ hardware }: Situation): Assumption[] {
  if (hardware === null || hardware.cpuBurst === null) return []
  const { cores, cpuBurst, hostName } = hardware
  const { formula, source } = cpuBurst
  const text = `${hostName} sustains ${groupDigits(cores, 2)} of its ${groupDigits(cpuBurst.cores, 2)} cores; all of them run on CPU credits (${formula}; ${source.title}), or cost extra.`
  return [{ id: 'cpu-credits', text }]
}

/** Network and disks without a known rate are not limited, and the prediction must say so. */
function hostAssumptions({ hardware, deployment }: Situation): Assumption[] {
  if (hardware === null) return []
  const parts = [
    { id: 'host-network', what: 'network', rate: hardware.networkIn, field: 'deployment.host.networkBytesPerSec' },
    { id: 'host-disks', what: 'disks', rate: hardware.storage, field: 'deployment.host.storageBytesPerSec' },
  ]
  return parts.flatMap(({ id, what, rate, field }): Assumption[] => {
    if (rate !== null) return []
    const settled = deployment.host === undefined ? {} : { field }
    const text = `No rate is known for the ${what} of the brokers (${hardware.hostName}): it is assumed not to limit.`
    return [{ id, ...settled, text }]
  })
}

/** A partition is on one disk, unless the disks of a host are one array. */
function diskAssumptions({ hardware }: Situation): Assumption[] {
  if (hardware === null || hardware.bandwidthDisks === 1) return []
  const text = `Each of the ${hardware.bandwidthDisks} disks of a broker has a log directory of its own, so a partition is on one of them. If they are one array (RAID), describe the host yourself (deployment.host).`
  return [{ id: 'log-directories', text }]
}

/** The data that the topics retain, if the size of the disks is not given: whether it has room is not checked. */
function spaceAssumptions(situation: Situation): Assumption[] {
  const { hardware, deployment } = situation
  if (hardware === null || hardware.storageBytes !== null) return []
  const stored = storedOnFullestDisk(situation, 1)
  if (stored === 0) return []
  const isChecked = situation.publishedLimits.has('storage')
  const check = isChecked ? 'only the most that a broker can have is checked' : 'this is not checked'
  const text = `There is room for ${formatBytes(stored)} on the fullest broker, which its topics retain at the average produce rate: the size of the disks is not given, so ${check}.`
  // A host of a tier without volumes has no field to ask for.
  const { host, volume } = deployment
  if (host !== undefined) return [{ id: 'disk-space', field: 'deployment.host.storageBytes', text }]
  return [{ id: 'disk-space', ...(volume === undefined ? {} : { field: 'deployment.volume.sizeBytes' }), text }]
}

/** The assumed time of a sync, if topics are flushed and the scenario gives none. No service publishes its time. */
function flushAssumptions({ hardware, topics, offering }: Situation): Assumption[] {
  const isFlushed = topics.some(({ topic }) => topic.flushMessages !== undefined)
  const flushing = hardware?.flushing ?? null
  if (!isFlushed || flushing?.isGiven === true) return []
  if (flushing === null) {
    return [{ id: 'disk-flush', text: `The cost of a flush on ${offering.name} is not published; none is assumed.` }]
  }
  const text = `A sync of a broker's disk takes ${groupDigits(flushing.syncMs, 3)} ms, as solid-state disks do at most (etcd's documentation); a hard disk takes about 10 ms.`
  return [{ id: 'disk-flush', field: 'deployment.diskSyncMs', text }]
}

/** The round trip between brokers in several zones, if the scenario does not give it. */
function brokerRoundTripAssumptions({ hardware, deployment, producers }: Situation): Assumption[] {
  const isGiven = deployment.brokerRoundTripMs !== undefined
  const waits = producers.some(({ producer, topic }) => producer.acks === 'all' && topic.topic.replicationFactor > 1)
  if (hardware === null || deployment.zones !== 'multi' || isGiven || !waits) return []
  const text = `The round trip between zones is not given. None is added to the ${groupDigits(hardware.parameters.replicaWaitUs / 1000, 3)} ms that a write with acks=all waits for its replicas.`
  return [{ id: 'broker-round-trip', field: 'deployment.brokerRoundTripMs', text }]
}

/** Followers need several fetcher threads if the offered load exceeds what one thread fetches from a leader. */
function fetcherAssumptions({ hardware, times, producers, brokers }: Situation): Assumption[] {
  if (hardware === null || times.replicaAppendByteMs === 0 || hardware.maxFollowers === 0) return []
  let bytesPerSec = 0
  for (const { topic, peakRecordsPerSec, compressedRecordBytes, fullBatchRecords } of producers) {
    if (topic.topic.replicationFactor === 1) continue
    bytesPerSec += peakRecordsPerSec * withBatchHeader(compressedRecordBytes, fullBatchRecords)
  }
  const maxWithOneThread = replicatedBytesPerSec(times, hardware.maxFollowers, leaderFetchBytes)
  if (bytesPerSec / brokers <= maxWithOneThread) return []
  const text = `Followers fetch from each leader with several threads (num.replica.fetchers): one, the default, takes ${formatByteRate(maxWithOneThread)}, and the offered load is ${formatByteRate(bytesPerSec / brokers)} a leader.`
  return [{ id: 'replica-fetchers', text }]
}

/**
 * Time in us by which a follower's fetch takes longer for each partition that leader and follower have in common:
 * measured on Apache Kafka 4.3.1 (docs/laws/idle-partitions.md), converted to the hosts of the model.
 */
const fetchedPartitionUs = 5.1

/**
 * Followers of many partitions answer later than predicted, because each fetch goes through all of them. Said where that
 * at least doubles the predicted wait for the replicas.
 */
function fetchedPartitionAssumptions({ hardware, deployment, producers, topics, brokers }: Situation): Assumption[] {
  const waits = producers.some(({ producer, topic }) => producer.acks === 'all' && topic.topic.replicationFactor > 1)
  if (hardware === null || brokers < 2 || !waits) return []
  const followed = topics.reduce((sum, { topic, partitions }) => sum + partitions * (topic.replicationFactor - 1), 0)
  const common = followed / (brokers * (brokers - 1))
  const addedUs = (common * fetchedPartitionUs) / (deployment.host?.coreSpeed ?? 1)
  const { replicaWaitUs } = hardware.parameters
  if (addedUs < replicaWaitUs) return []
  const text = `A write with acks=all waits ${groupDigits(replicaWaitUs / 1000, 3)} ms for its replicas. On brokers with many partitions, written to or not, it waited longer in the laboratory: with the ${groupDigits(common, 0)} that one broker leads and another follows by about ${groupDigits(addedUs / 1000, 1)} ms. This prediction does not have that time in it.`
  return [{ id: 'fetched-partitions', text }]
}
