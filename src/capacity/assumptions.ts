import { dimensionNoun, dimensionRecords, limitedDimensions } from '../contracts/dimensions.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { markerBytes } from '../contracts/transaction-marker.ts'
import type { Producer } from '../contracts/workload.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatDuration } from '../units/duration.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import { tailInCacheSentence } from './hardware/page-cache.ts'
import { javaProducerCeiling } from './java-producer.ts'
import { languageNames } from './librdkafka-client.ts'
import { limitOn, noRateSentence, publishesNoRate } from './limit-set.ts'
import { leaderFetchBytes, replicatedBytesPerSec } from './pipeline.ts'
import { withBatchHeader } from './record-batch.ts'
import { requestFramingShare } from './request-framing.ts'
import { assumedRoundTripMs, type Situation } from './situation.ts'
import { storedOnFullestDisk } from './stored-bytes.ts'
import { trafficAt } from './traffic.ts'
import { requestsPerTransaction } from './transactions.ts'

type Assumption = Prediction['assumptions'][number]

/** Limits that most services have. If an offering publishes none, the prediction says so. */
const expectedLimits = limitedDimensions.filter((dimension) => dimensionRecords[dimension].limit.isExpected)

/**
 * Returns the assumptions that the prediction makes where the scenario states nothing, each with the field that would
 * replace it.
 */
export function listAssumptions(situation: Situation): Assumption[] {
  return [
    ...rateAssumptions(situation),
    ...modelAssumptions(situation),
    ...clusterAssumptions(situation),
    ...workloadAssumptions(situation),
    framingAssumption(situation),
    ...clientAssumptions(situation),
    ...tailAssumptions(situation),
    ...burstAssumptions(situation),
    ...interactionAssumptions(situation),
  ]
}

/** The id of the assumption of an offering that publishes no rate. */
export const noRateId = 'no-published-rate'

/** Says that what the offering carries is not known, because the answers then follow from the other limits alone. */
function rateAssumptions({ offering, limits }: Situation): Assumption[] {
  return publishesNoRate(offering, limits) ? [{ id: noRateId, text: noRateSentence(offering, limits) }] : []
}

/** Says that the user's own model replaces the one that comes with Headroom, because other users see other limits. */
function modelAssumptions({ offering: { name, ownFile } }: Situation): Assumption[] {
  if (ownFile?.replacesShipped !== true) return []
  const text = `The limits of ${name} are those of ${ownFile.name} in your workspace, which replaces the model that comes with Headroom.`
  return [{ id: 'own-model', text }]
}

/** The amount of request framing: it is small for full batches and large for small records that are sent at once. */
function framingAssumption(situation: Situation): Assumption {
  const share = formatPercent(requestFramingShare(situation, trafficAt(situation, 1)))
  const counted = situation.context.allowsBurst
    ? 'Services rarely publish what their limits count. Where it is unknown, the low end of the band assumes that they count whole requests.'
    : "The target's quotas count whole requests, so the demand on ingress includes them."
  const text = `Bytes are record batches as brokers store them; the produce requests around them would add ${share} at the offered load. ${counted}`
  return { id: 'framing', text }
}

/** The assumed ceilings of clients, on hosts. */
function clientAssumptions({ hardware, producers, workload }: Situation): Assumption[] {
  if (hardware === null) return []
  if (workload.clientFamily === 'librdkafka') {
    const language = workload.clientLanguage ?? 'c'
    const text = `Each client over librdkafka sends and reads as fast as a bare loop in ${languageNames[language]} that does nothing else; an application reaches less. A client probe measures yours.`
    return [{ id: 'librdkafka-client', field: 'workload.clientLanguage', text }]
  }
  return producers.flatMap(({ producer, family }, index): Assumption[] => {
    if (family !== 'java' || producer.mostRecordsPerSec !== undefined) return []
    const each = formatInUnit(javaProducerCeiling(producer), 'records/s')
    const text = `By its law each "${producer.name}" client sends at most ${each}; a client probe measures yours.`
    return [{ id: 'java-producer', field: `workload.producers.${index}.mostRecordsPerSec`, text }]
  })
}

/** Whether consumers read from the page cache or from disk. */
function tailAssumptions(situation: Situation): Assumption[] {
  const lagging = situation.consumers.findIndex(({ group }) => (group.laggingShare ?? 0) > 0)
  const cache = tailInCacheSentence(situation)
  const memory = cache === null ? '' : ` ${cache}`
  if (lagging === -1) {
    const text =
      'Consumers read the newest records and keep up; consumers that lag far behind make brokers read from disk.'
    // Services do not publish the cost of catch-up reads, so the share changes nothing there.
    const isOpen = situation.hardware !== null && situation.consumers.length > 0
    const field = isOpen ? { field: 'workload.consumerGroups.0.laggingShare' } : {}
    return [{ id: 'tail-readers', ...field, text: `${text}${memory}` }]
  }
  const field = `workload.consumerGroups.${lagging}.laggingShare`
  const text =
    situation.hardware === null
      ? `${situation.offering.name} does not publish what consumers that lag far behind cost; they are counted like the others.`
      : `Consumers that lag far behind read from disk, in large sequential requests.${memory}`
  return [{ id: 'lagging-readers', field, text }]
}

function burstAssumptions({ deployment, hardware }: Situation): Assumption[] {
  if (hardware === null || deployment.isShort !== true) return []
  const text = 'The load is short: the expected rate of a run assumes full credits of hosts and volumes at its start.'
  return [{ id: 'burst-credits', text }]
}

function interactionAssumptions({ limits }: Situation): Assumption[] {
  const { lossWhenOthersFull, source } = limits.interaction
  if (lossWhenOthersFull === 0) return []
  const text = `When other limits are full, ${formatPercent(lossWhenOthersFull)} of the bandwidth is taken as lost (low end of the band): ${source.title}, not published.`
  return [{ id: 'interaction', text }]
}

function clusterAssumptions(situation: Situation): Assumption[] {
  const { offering, context, limits, size } = situation
  const found: Assumption[] = []
  // If an offering is bought in brokers, their number is known.
  if (context.brokers === undefined && offering.unitName.singular !== 'broker') {
    const units = `${size} ${size === 1 ? offering.unitName.singular : offering.unitName.plural}`
    const perUnit = limits.brokersPerUnit ?? offering.assumedBrokersPerUnit
    found.push({
      id: 'brokers',
      text: `${formatInUnit(situation.brokers, 'brokers')} behind ${units}: not published, ${perUnit} for each ${offering.unitName.singular}${perUnit * size < 1 ? ', at least one,' : ''} assumed; connections, requests and the pipeline bound depend on it.`,
    })
  }
  const unlimited = expectedLimits.filter((dimension) => limitOn(limits, dimension) === undefined)
  if (unlimited.length > 0 && offering.model === 'service-limits') {
    const names = unlimited.map(dimensionNoun).join(' and ')
    found.push({
      id: 'unpublished-limits',
      text: `No figure is published for ${names} as of ${limits.asOf}: they are assumed not to limit.`,
    })
  }
  return [
    ...found,
    ...creditAssumptions(situation),
    ...hostAssumptions(situation),
    ...diskAssumptions(situation),
    ...spaceAssumptions(situation),
    ...flushAssumptions(situation),
    ...brokerRoundTripAssumptions(situation),
    ...fetcherAssumptions(situation),
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
  const text = `There is room for ${formatBytes(stored)} on the fullest broker, which its topics retain at the average produce rate: the size of the disks is not given, so this is not checked.`
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

/** What transactions do to readers, and what of their cost is left out. */
function transactionAssumption({ name }: Producer, transactionMs: number, index: number): Assumption {
  const after = formatDuration(transactionMs)
  return {
    id: 'transactions',
    field: `workload.producers.${index}.transactionMs`,
    text: `"${name}" commits ${after} after the first record of a transaction: readers with isolation.level=read_committed get records up to ${after} later. Each commit cuts batches, asks the coordinator ${requestsPerTransaction} times and writes a marker of ${markerBytes} bytes to each partition of the transaction; offsets that it commits for a group are left out.`,
  }
}

function workloadAssumptions(situation: Situation): Assumption[] {
  const { workload } = situation
  const found: Assumption[] = []
  if (workload.roundTripMs === undefined) {
    found.push({
      id: 'round-trip',
      field: 'workload.roundTripMs',
      text: `A round trip of ${assumedRoundTripMs} ms between clients and brokers.`,
    })
  }
  const wait = situation.offering.produceWait
  if (wait !== undefined) {
    found.push({
      id: 'produce-wait',
      text: `A produce request to ${situation.offering.name} waits ${wait.assumedMs} ms until it is durable, beside the round trip: not published, assumed (${wait.source.title}). Larger batches and more requests in flight hide it.`,
    })
  }
  if (workload.connections.total === undefined) {
    found.push({
      id: 'connections',
      field: 'workload.connections.total',
      text: 'No other clients: connections follow from the producers and consumers of the scenario.',
    })
  }
  for (const [index, producer] of workload.producers.entries()) {
    if (producer.compression !== 'none' && producer.compressionRatio === 1) {
      found.push({
        id: 'compression-ratio',
        field: `workload.producers.${index}.compressionRatio`,
        text: `"${producer.name}" compresses with ${producer.compression}, but its compression ratio is 1: no saving is assumed.`,
      })
    }
    const { averageRecordsPerSec, peakRecordsPerSec } = producer
    if (averageRecordsPerSec !== undefined && averageRecordsPerSec > peakRecordsPerSec) {
      found.push({
        id: 'average-above-peak',
        field: `workload.producers.${index}.averageRecordsPerSec`,
        text: `The average of "${producer.name}", ${formatInUnit(averageRecordsPerSec, 'records/s')}, is above its peak of ${formatInUnit(peakRecordsPerSec, 'records/s')}: the peak is taken for both.`,
      })
    }
    if (producer.messageFormat !== undefined) {
      found.push({
        id: 'message-format',
        field: `workload.producers.${index}.messageFormat`,
        text: `Records of "${producer.name}" come in message format ${producer.messageFormat}: on hosts more bytes are sent than stored. The CPU cost of converting them is not published and left out; brokers of Kafka 4 refuse them.`,
      })
    }
    if (producer.transactionMs !== undefined) found.push(transactionAssumption(producer, producer.transactionMs, index))
    if (producer.keys.kind === 'none') {
      found.push({
        id: 'even-partitions',
        field: `workload.producers.${index}.keys`,
        text: `"${producer.name}" has no keys: its records are taken as spread evenly over the partitions.`,
      })
    }
  }
  return found
}
