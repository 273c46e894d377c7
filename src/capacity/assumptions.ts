/**
 * The assumptions of a prediction, in sentences: what it takes for granted where the scenario or the vendor states nothing.
 */
import { dimensionNoun, dimensionRecords, limitedDimensions } from '../contracts/dimensions.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { markerBytes } from '../contracts/transaction-marker.ts'
import type { Producer } from '../contracts/workload.ts'
import { counted, formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { joinNames } from '../units/join-names.ts'
import { formatPercent } from '../units/ratio.ts'
import { keysInUse } from './client-keys.ts'
import { conditionalLimitAssumptions, hasConditionalLimit } from './conditional-limits.ts'
import { listHostAssumptions } from './hardware/host-assumptions.ts'
import { tailInCacheSentence } from './hardware/page-cache.ts'
import { javaProducerCeiling } from './java-producer.ts'
import { languageNames } from './librdkafka-client.ts'
import { limitOn, noRateSentence, publishesNoRate } from './limit-set.ts'
import { requestFramingShare } from './request-framing.ts'
import { assumedRoundTripMs, type Situation } from './situation.ts'
import { smallBatchesText } from './small-batches.ts'
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
    ...batchAssumptions(situation),
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

/** Says that a limit is published for larger batches than those of the workload. */
function batchAssumptions(situation: Situation): Assumption[] {
  const text = smallBatchesText(situation)
  return text === null ? [] : [{ id: 'small-batches', text: `${situation.offering.name}: ${text}` }]
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
  return [...javaProducerAssumptions(producers), ...javaConsumerAssumptions(workload)]
}

function javaProducerAssumptions(producers: Situation['producers']): Assumption[] {
  return producers.flatMap(({ producer, family }, index): Assumption[] => {
    if (family !== 'java' || producer.mostRecordsPerSec !== undefined) return []
    const each = formatInUnit(javaProducerCeiling(producer), 'records/s')
    const text = `By its law each "${producer.name}" client sends at most ${each}; a client probe measures yours.`
    return [{ id: 'java-producer', field: `workload.producers.${index}.mostRecordsPerSec`, text }]
  })
}

function javaConsumerAssumptions({ consumerGroups }: Situation['workload']): Assumption[] {
  const index = consumerGroups.findIndex(({ mostRecordsPerSec }) => mostRecordsPerSec === undefined)
  if (index === -1) return []
  const text =
    'Each Java consumer reads as fast as a bare loop that only counts records; an application reaches less. A client probe measures yours.'
  return [{ id: 'java-consumer', field: `workload.consumerGroups.${index}.mostRecordsPerSec`, text }]
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
  const unlimited = expectedLimits.filter(
    (dimension) => limitOn(limits, dimension) === undefined && !hasConditionalLimit(situation, dimension),
  )
  if (unlimited.length > 0 && offering.model === 'service-limits') {
    const names = joinNames(unlimited.map(dimensionNoun))
    found.push({
      id: 'unpublished-limits',
      text: `No figure is published for ${names} as of ${limits.asOf}: they are assumed not to limit.`,
    })
  }
  return [...found, ...conditionalLimitAssumptions(situation), ...listHostAssumptions(situation)]
}

/**
 * Says that each client of a producer with keys is taken to send all of its keys, if the number of connections depends on
 * that. The scenario gives the keys of all clients together; a client that sends only a few of them is connected to fewer
 * brokers. Empty if there is no such producer, or no limit on connections.
 */
function ownKeysText({ producers, deployedBrokers, publishedLimits, offering }: Situation): string {
  const countsClients = publishedLimits.get('connections')?.counts === 'clients'
  const isLimited = publishedLimits.has('connections') || offering.conditionalLimits !== undefined
  const keyed = producers.find(
    ({ producer, isKeyed, clients, topic }) =>
      isKeyed && producer.keysPerClient === undefined && clients > 1 && Math.min(deployedBrokers, topic.partitions) > 2,
  )
  if (countsClients || !isLimited || keyed === undefined) return ''
  return ` Each client of "${keyed.producer.name}" is taken to send all of its keys. If each sends keys of its own, state how many: it is then connected to fewer brokers.`
}

/** How a producer's transactions delay readers, and which of their costs are left out. */
function transactionAssumption({ name }: Producer, transactionMs: number, index: number): Assumption {
  const after = formatDuration(transactionMs)
  return {
    id: 'transactions',
    field: `workload.producers.${index}.transactionMs`,
    text: `"${name}" commits ${after} after the first record of a transaction: readers with isolation.level=read_committed get records up to ${after} later. Each commit cuts batches, asks the coordinator ${requestsPerTransaction} times and writes a marker of ${markerBytes} bytes to each partition of the transaction; offsets that it commits for a group are left out.`,
  }
}

/** Says which keys are in use if each client has its own, and that the hash alone spreads them. */
function ownKeysAssumption(producer: Producer, index: number): Assumption {
  const { name, clients, keysPerClient = 1 } = producer
  const used = keysInUse(producer)
  const all = used.kind === 'none' ? 0 : used.distinct
  return {
    id: 'own-keys',
    field: `workload.producers.${index}.keysPerClient`,
    text: `Each of the ${counted(clients, 'client')} of "${name}" writes ${counted(keysPerClient, 'key')} of its own, ${formatCount(all)} together, all equally often: it sends to the partitions of these keys and to their leaders only.`,
  }
}

/** Says where the keys of identical topics are, if one partition then has more records than an even share of a whole topic. */
function keyAssumptions({ producers }: Situation): Assumption[] {
  return producers.flatMap(({ producer, topic: { topic, index }, hottest }): Assumption[] => {
    if (hottest.share * topic.count <= 1 || topic.count === 1) return []
    const text = `Keys of "${producer.name}" are spread over the partitions of all ${formatCount(topic.count)} topics "${topic.name}": a key is in one of them, so one topic gets more than an even share. If each topic has all of the keys, describe one topic with its part of the rate.`
    return [{ id: 'keys-over-topics', field: `workload.topics.${index}.count`, text }]
  })
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
      text: `No other clients: connections follow from the producers and consumers of the scenario.${ownKeysText(situation)}`,
    })
  }
  found.push(...keyAssumptions(situation))
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
    if (producer.keysPerClient !== undefined) found.push(ownKeysAssumption(producer, index))
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
