/**
 * Finds everything that makes a run of a scenario impossible.
 */
import { keysInUse } from '../capacity/client-keys.ts'
import { bytesOfHeaders } from '../capacity/record-batch.ts'
import { largestLikelySize } from '../capacity/record-sizes.ts'
import type { Problem } from '../contracts/app-error.ts'
import { type Driver, minRunRecordValueBytes } from '../contracts/run-plan.ts'
import { maxToolLoadMs } from '../contracts/runner-protocol.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Producer } from '../contracts/workload.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'

/**
 * Upper bound of the partition replicas that a run creates: 5,000 on each of three brokers. Measured on embedded brokers
 * with the heap that they get. If a service allows fewer, the preflight shows it.
 */
const maxPartitionReplicas = 15_000

/** Upper bound of the topics that a run creates. Each needs its own producer. */
const maxTopics = 32

/** Upper bound of the size of a run's records. It fits into the default fetch sizes of consumers. */
const maxRunRecordBytes = 900_000

/** Upper bound of the synchronous senders of a run, and so of their records in flight. */
const maxSenders = 100_000

/** Key bytes that are enough to distinguish any number of keys. */
const enoughKeyBytes = 8

/** The numbers of a run that are checked. */
export type PlanNumbers = {
  readonly brokers: number | null
  readonly durationMs: number
  readonly quotaWindowMs: number
  readonly runId: string
  readonly usesExistingTopics?: boolean | undefined
  readonly driver?: Driver | undefined
}

/** All problems that make a run impossible, each with its place. */
export function planProblems(scenario: Scenario, numbers: PlanNumbers): Problem[] {
  return [
    ...numberProblems(numbers),
    ...topicProblems(scenario, numbers),
    ...producerProblems(scenario),
    ...senderProblems(scenario, numbers),
    ...emptyLoadProblems(scenario, numbers),
    ...readerProblems(scenario, numbers),
  ]
}

function numberProblems(numbers: PlanNumbers): Problem[] {
  const problems: Problem[] = []
  if (!(numbers.durationMs >= 1000) || !Number.isFinite(numbers.durationMs)) {
    problems.push({
      place: 'validation.durationMs',
      message: 'expected at least 1 s; 110 s are long enough for a verdict',
    })
  }
  if (numbers.driver === 'kafka-perf-test' && numbers.durationMs > maxToolLoadMs) {
    const message = `expected at most ${formatDuration(maxToolLoadMs)} with Kafka’s own tools, whose later output is not kept; node-rdkafka runs longer loads`
    problems.push({ place: 'validation.durationMs', message })
  }
  if (!(numbers.quotaWindowMs >= 1000) || !Number.isFinite(numbers.quotaWindowMs)) {
    problems.push({
      place: 'quotaWindowMs',
      message: 'expected at least 1 s; the default of Kafka is 11 s',
    })
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(numbers.runId)) {
    problems.push({ place: 'runId', message: 'expected up to 80 letters, digits, dots, dashes and underscores' })
  }
  if (numbers.brokers !== null && !(numbers.brokers >= 1)) {
    problems.push({ place: 'brokers', message: 'expected at least one broker' })
  }
  return problems
}

function topicProblems(scenario: Scenario, { brokers, usesExistingTopics }: PlanNumbers): Problem[] {
  const problems: Problem[] = []
  if (usesExistingTopics === true) {
    for (const [index, { name, count }] of scenario.workload.topics.entries()) {
      if (count === 1) continue
      const message = `"${name}" stands for ${formatCount(count)} topics, whose names on the cluster are not known; give each its own entry`
      problems.push({ place: `workload.topics[${index}].count`, message })
    }
  }
  let topics = 0
  let replicas = 0
  for (const topic of scenario.workload.topics) {
    topics += topic.count
    replicas += topic.count * topic.partitions * Math.min(topic.replicationFactor, brokers ?? topic.replicationFactor)
  }
  if (topics > maxTopics) {
    const message = `a run creates at most ${maxTopics} topics, and this scenario has ${formatCount(topics)}; use fewer, larger ones`
    problems.push({ place: 'workload.topics', message })
  }
  if (replicas > maxPartitionReplicas) {
    const message = `a run creates at most ${formatCount(maxPartitionReplicas)} partition replicas, and this scenario needs ${formatCount(replicas)}; use fewer partitions or replicas`
    problems.push({ place: 'workload.topics', message })
  }
  return problems
}

function readerProblems(scenario: Scenario, { durationMs }: PlanNumbers): Problem[] {
  return scenario.workload.consumerGroups.flatMap(({ name, startDelayMs = 0 }, index) => {
    if (startDelayMs < durationMs || !(durationMs > 0)) return []
    const message = `"${name}" would begin to read ${formatDuration(startDelayMs)} into a load of ${formatDuration(durationMs)}; begin earlier, or make the load longer`
    const place = `workload.consumerGroups[${index}].startDelayMs`
    return [problemWith(place, message, durationMs / 2)]
  })
}

/** A problem of a field, with a number that the field can have instead. */
function problemWith(place: string, message: string, value: number): Problem {
  return { place, message, set: { place, value } }
}

/** Refuses a plan without records, e.g. because of a mistyped scale. Otherwise only the end of the run would show it. */
function emptyLoadProblems({ workload }: Scenario, { durationMs }: PlanNumbers): Problem[] {
  const recordsPerSec = workload.producers.reduce((sum, producer) => sum + producer.peakRecordsPerSec, 0)
  if (!(durationMs > 0) || (recordsPerSec * durationMs) / 1000 >= 1) return []
  const message = `a load of ${formatDuration(durationMs)} would not send a single record; raise the rates or the scale`
  return [{ place: 'workload.producers', message }]
}

function producerProblems(scenario: Scenario): Problem[] {
  return scenario.workload.producers.flatMap((producer, index) => {
    const place = `workload.producers[${index}]`
    const { recordValueBytes, recordKeyBytes, headers, recordSizes } = producer
    const used = keysInUse(producer)
    const largestBytes =
      largestLikelySize(Math.max(recordValueBytes, minRunRecordValueBytes), recordSizes) +
      recordKeyBytes +
      bytesOfHeaders(headers)
    const problems: Problem[] = []
    if (recordValueBytes < minRunRecordValueBytes) {
      const message = `a run's records carry sender, sequence number and time, so they need at least ${minRunRecordValueBytes} B (found ${formatBytes(recordValueBytes)})`
      problems.push(problemWith(`${place}.recordValueBytes`, message, minRunRecordValueBytes))
    }
    if (largestBytes > maxRunRecordBytes) problems.push(...sizeProblems(producer, place, largestBytes))
    // With keys of 0 bytes, records go without a key to the partitions of these keys, as with a partitioner of one's own.
    if (used.kind !== 'none' && recordKeyBytes > 0 && 256 ** Math.min(recordKeyBytes, 8) < used.distinct) {
      const message = `${formatCount(used.distinct)} different keys need more than ${formatBytes(recordKeyBytes)} each; 8 B are always enough`
      problems.push(problemWith(`${place}.recordKeyBytes`, message, enoughKeyBytes))
    }
    return problems
  })
}

/** Names the headers or the key as the problem if the value is less than half of the record; otherwise the value. */
function sizeProblems(producer: Producer, place: string, largestBytes: number): Problem[] {
  const { recordValueBytes, recordKeyBytes, headers } = producer
  const message = `a run sends records of at most ${formatBytes(maxRunRecordBytes)} (found ${formatBytes(largestBytes)})`
  const besideBytes = bytesOfHeaders(headers)
  if (besideBytes > maxRunRecordBytes / 2) return [{ place: `${place}.headers`, message }]
  const isKeyLarge = recordKeyBytes > maxRunRecordBytes / 2
  const keyBytes = isKeyLarge ? enoughKeyBytes : recordKeyBytes
  const largestValueBytes = largestBytes - recordKeyBytes - besideBytes
  const value = Math.floor((recordValueBytes * (maxRunRecordBytes - keyBytes - besideBytes)) / largestValueBytes)
  return [
    ...(isKeyLarge ? [problemWith(`${place}.recordKeyBytes`, message, keyBytes)] : []),
    ...(value < recordValueBytes ? [problemWith(`${place}.recordValueBytes`, message, value)] : []),
  ]
}

function senderProblems({ workload }: Scenario, { driver = 'node-rdkafka' }: PlanNumbers): Problem[] {
  return workload.producers.flatMap(({ name, clients, synchronousSenders, acks }, index) => {
    if (synchronousSenders === undefined || acks === '0') return []
    const place = `workload.producers[${index}].synchronousSenders`
    if (driver !== 'node-rdkafka') {
      const message = `"${name}" waits for acknowledgements, and the clients of ${driver} do not; run it with node-rdkafka`
      return [{ place, message }]
    }
    const senders = synchronousSenders * clients
    if (senders <= maxSenders) return []
    const message = `a run has at most ${formatCount(maxSenders)} synchronous senders (found ${formatCount(senders)}); use fewer clients or senders`
    return [problemWith(place, message, Math.max(1, Math.floor(maxSenders / clients)))]
  })
}
