/**
 * Writes settings of producers and consumers as properties files of Kafka's clients, with the reason for each value.
 */

import { limitSetAt } from '../../capacity/limit-set.ts'
import { minInsyncReplicas } from '../../capacity/min-insync-replicas.ts'
import type { ConsumerGroup, Producer, Workload } from '../../contracts/workload.ts'
import {
  defaultSizeLimits,
  largestBatchBytes,
  largestRecordBytes,
  largestWriter,
  raisedLimit,
} from '../../planning/record-limits.ts'
import { shortName } from '../../planning/run-names.ts'
import { type EffectOf, settingEffects } from '../../planning/setting-effects.ts'
import { counted, formatCount } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { formatRate } from '../../units/record-rate.ts'
import type { FileOutput, OutputFile } from '../output-files.ts'
import { commentLines, headerLines, uniqueIdentifiers } from './comment-lines.ts'
import type { Provisioning } from './provisioning.ts'

/** A setting, its value and the reason for it. A setting with an empty value is written as a comment, for the user to set. */
type Property = readonly [name: string, value: string, reason: string]

/** Returns a file per producer entry and one per entry of consumer groups. */
export function clientProperties(provisioning: Provisioning): FileOutput {
  const { recommendation, offering } = provisioning
  const { scenario, targetUtilisation } = recommendation
  const { producers, consumerGroups } = scenario.workload
  const effectOf = settingEffects(scenario, offering, targetUtilisation)
  const reasonOf: ReasonOf = (setting, value) =>
    settingReason(effectOf(setting, value), { setting, value }, provisioning)
  const producerNames = fileNames('producer', producers)
  const groupNames = fileNames('consumer', consumerGroups)
  const files = [
    ...producers.map((producer, index) =>
      fileOf(
        producerNames[index] ?? '',
        producerHead(producer),
        producerProperties(producer, provisioning, reasonOf),
        provisioning,
      ),
    ),
    ...consumerGroups.map((group, index) =>
      fileOf(
        groupNames[index] ?? '',
        groupHead(group),
        groupProperties(group, scenario.workload, reasonOf),
        provisioning,
      ),
    ),
  ]
  return { files, notes: [connectionNote] }
}

const connectionNote =
  'Add bootstrap.servers and the log-in of your cluster to the properties, and group.id for consumers.'

type ReasonOf = (setting: Parameters<EffectOf>[0], value: string | number) => string

function fileNames(prefix: string, entries: readonly { readonly name: string }[]): string[] {
  const identifiers = uniqueIdentifiers(
    entries.map(({ name }) => name),
    (name) => shortName(name).toLowerCase(),
  )
  return identifiers.map((identifier) => `${prefix}-${identifier}.properties`)
}

function fileOf(name: string, head: string, properties: readonly Property[], provisioning: Provisioning): OutputFile {
  const lines = [
    ...headerLines(head, provisioning),
    ...commentLines([connectionNote]),
    ...properties.flatMap(([key, value, reason]) => [
      '',
      ...commentLines([reason]),
      value === '' ? `# ${key}` : `${key}=${value}`,
    ]),
    '',
  ]
  return { name, text: lines.join('\n') }
}

/** First part of the heading of a producer's file. `headerLines` adds the name of the scenario. */
function producerHead({ name, clients, peakRecordsPerSec, topic }: Producer): string {
  return `Settings of ${counted(clients, 'producer')} "${name}", together ${formatRate(peakRecordsPerSec)} records/s at the peak to ${topic},`
}

/** First part of the heading of a consumer group's file. */
function groupHead({ name, count, members, topic }: ConsumerGroup): string {
  const groups =
    count === 1 ? `the group "${name}"` : `${formatCount(count)} groups "${name}" (each with a group.id of its own)`
  return `Settings of ${counted(members, 'consumer')} of ${groups}, reading ${topic},`
}

function producerProperties(producer: Producer, provisioning: Provisioning, reasonOf: ReasonOf): Property[] {
  const { clientFamily } = provisioning.recommendation.scenario.workload
  const { lingerMs, batchBytes, compression, maxInFlight } = producer
  // Java clients accept whole milliseconds only.
  const linger = clientFamily === 'java' ? Math.round(lingerMs) : lingerMs
  return [
    ['linger.ms', String(linger), reasonOf('lingerMs', lingerMs)],
    ['batch.size', String(batchBytes), reasonOf('batchBytes', batchBytes)],
    ['compression.type', compression, reasonOf('compression', compression)],
    ['max.in.flight.requests.per.connection', String(inFlight(producer)), reasonOf('maxInFlight', maxInFlight)],
    ['acks', producer.acks, acksReason(producer, provisioning)],
    idempotence(producer, provisioning),
    ...transactions(producer),
    ...producerSizes(producer, clientFamily),
  ]
}

/** Kafka's clients refuse idempotent producers with more than 5 requests in flight. */
function inFlight({ isIdempotent, transactionMs, maxInFlight }: Producer): number {
  return isIdempotent || transactionMs !== undefined ? Math.min(maxIdempotentInFlight, maxInFlight) : maxInFlight
}

const maxIdempotentInFlight = 5

function acksReason({ acks, topic }: Producer, { recommendation }: Provisioning): string {
  const entry = recommendation.scenario.workload.topics.find(({ name }) => name === topic)
  if (acks === '1') return 'As in the scenario: the leader alone acknowledges, so records can be lost with it.'
  if (acks === '0') return 'As in the scenario: nothing is acknowledged, so records can be lost unseen.'
  const replicas = entry === undefined ? 1 : minInsyncReplicas(entry)
  return `As in the scenario: a record is acknowledged by ${counted(replicas, 'in-sync replica')} at least (min.insync.replicas).`
}

function idempotence(producer: Producer, { offering, recommendation }: Provisioning): Property {
  const name = 'enable.idempotence'
  const { isIdempotent, transactionMs, acks, maxInFlight } = producer
  const { clientFamily } = recommendation.scenario.workload
  const limits = limitSetAt(offering, recommendation.scenario.deployment)
  if (transactionMs !== undefined) return [name, 'true', 'Transactions need it.']
  if (isIdempotent) return [name, 'true', 'As in the scenario: the producer writes each record once and in order.']
  if (limits?.features?.idempotentProducer === false)
    return [name, 'false', `${offering.name} has no idempotent producers.`]
  if (acks !== 'all') return [name, 'false', `acks=${acks} excludes idempotence.`]
  if (maxInFlight > maxIdempotentInFlight) {
    return [name, 'false', `Idempotence allows at most ${maxIdempotentInFlight} requests in flight.`]
  }
  return [
    name,
    '',
    `Not set, because the scenario does not ask for it. The default (${clientFamily === 'java' ? 'true since Kafka 3' : 'false'}) changes no predicted rate.`,
  ]
}

/** `transactional.id` without a value. The application chooses one per producer and keeps it over restarts. */
function transactions({ transactionMs }: Producer): Property[] {
  if (transactionMs === undefined) return []
  const reason = `Give each producer an id of its own that it keeps over restarts. In the scenario it commits ${formatDuration(transactionMs)} after the first record of a transaction.`
  return [['transactional.id', '', reason]]
}

function groupProperties(
  { topic, fetchMinBytes, fetchMaxWaitMs }: ConsumerGroup,
  workload: Workload,
  reasonOf: ReasonOf,
): Property[] {
  const wait = workload.clientFamily === 'java' ? 'fetch.max.wait.ms' : 'fetch.wait.max.ms'
  return [
    ['fetch.min.bytes', String(fetchMinBytes), reasonOf('fetchMinBytes', fetchMinBytes)],
    [wait, String(Math.round(fetchMaxWaitMs)), reasonOf('fetchMaxWaitMs', fetchMaxWaitMs)],
    ...groupSizes(topic, workload),
  ]
}

/** The limit on the size of a producer's records or batches, if its client would refuse them by default. */
function producerSizes(producer: Producer, family: Workload['clientFamily']): Property[] {
  const [name, what, neededBytes] =
    family === 'java'
      ? (['max.request.size', 'A record', largestRecordBytes(producer)] as const)
      : (['message.max.bytes', 'A batch', largestBatchBytes(producer)] as const)
  const raised = raisedLimit(name, neededBytes)
  if (raised === null) return []
  const usual = formatCount(defaultSizeLimits[name])
  const reason = `${what} takes up to ${formatCount(neededBytes)} bytes; by default the client refuses more than ${usual}.`
  return [[name, String(raised.bytes), reason]]
}

/** The fetch size that holds the largest batch, if the default is smaller: with it, a consumer fetches such a batch alone. */
function groupSizes(topic: string, workload: Workload): Property[] {
  const writer = largestWriter(workload, topic)
  const name = 'max.partition.fetch.bytes'
  const raised = writer === null ? null : raisedLimit(name, largestBatchBytes(writer))
  if (raised === null) return []
  const usual = formatCount(defaultSizeLimits[name])
  const reason = `A batch takes up to ${formatCount(raised.neededBytes)} bytes; one larger than the default, ${usual}, is fetched alone.`
  return [[name, String(raised.bytes), reason]]
}

/** Explains a value by the size that the client's default would need instead. */
function settingReason(
  { byDefault, smallestByDefault }: ReturnType<EffectOf>,
  { setting, value }: { readonly setting: Parameters<EffectOf>[0]; readonly value: string | number },
  { recommendation: { smallest, changes }, offering: { unitName } }: Provisioning,
): string {
  const isChanged = changes.some((change) => change.path.endsWith(`.${setting}`) && change.value === value)
  const origin = isChanged ? 'Changed for a smaller size' : 'As in the scenario'
  const usual = `the client’s default, ${typeof byDefault === 'number' ? formatCount(byDefault) : byDefault}`
  if (value === byDefault) return `The client’s default, with which the answer was predicted.`
  const units = (size: number) => counted(size, unitName.singular, unitName.plural)
  if (smallestByDefault === undefined) return `${origin}, instead of ${usual}.`
  if (smallestByDefault === null) {
    return smallest === null ? `${origin}, instead of ${usual}.` : `With ${usual}, no size would be enough.`
  }
  if (smallest === null) return `With ${usual}, ${units(smallestByDefault.size)} would be enough.`
  if (smallestByDefault.size > smallest.size) {
    return `With ${usual}, the workload would need ${units(smallestByDefault.size)} instead of ${units(smallest.size)}.`
  }
  if (smallestByDefault.size < smallest.size) {
    return `${origin}; with ${usual}, ${units(smallestByDefault.size)} would be enough.`
  }
  return `${origin}; with ${usual}, the smallest size is the same.`
}
