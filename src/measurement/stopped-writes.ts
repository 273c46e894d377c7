/**
 * Counts the seconds in which a cluster took no writes, and the partition states that explain them.
 */
import type { Sample } from '../contracts/sample.ts'
import { formatCount } from '../units/count.ts'

/** Stopped writes over a set of seconds. */
export interface StoppedWrites {
  /** Number of all seconds. */
  readonly seconds: number
  /** Seconds in which records were in flight and nothing was acknowledged. */
  readonly silentSeconds: number
  /** Seconds in which at least one partition had fewer in-sync replicas than `min.insync.replicas`. */
  readonly belowMinIsrSeconds: number
  /** The maximum number of partitions below min ISR in one second. */
  readonly maxBelowMinIsrPartitions: number
  /** Number of observed partitions. */
  readonly partitions: number
  /** Seconds in which a partition had no leader, and seconds in which no broker responded. */
  readonly leaderlessSeconds: number
  readonly unansweredSeconds: number
  /** Seconds in which a topic of the run no longer existed. */
  readonly topiclessSeconds: number
}

/** Counts the seconds in which writes stopped. A second in which producers are throttled is not silent. */
export function countStoppedWrites(samples: readonly Sample[], throttledSeconds: ReadonlySet<number>): StoppedWrites {
  const states = samples.flatMap(({ partitionState }) => partitionState ?? [])
  const below = states.filter(({ belowMinIsrPartitions }) => belowMinIsrPartitions > 0)
  return {
    seconds: samples.length,
    silentSeconds: samples.filter((sample) => isSilent(sample) && !throttledSeconds.has(sample.second)).length,
    belowMinIsrSeconds: below.length,
    maxBelowMinIsrPartitions: below.reduce((max, state) => Math.max(max, state.belowMinIsrPartitions), 0),
    partitions: states.reduce((max, state) => Math.max(max, state.partitions), 0),
    leaderlessSeconds: states.filter(({ isLeaderMissing }) => isLeaderMissing).length,
    unansweredSeconds: states.filter(({ isAnswered }) => !isAnswered).length,
    topiclessSeconds: states.filter(({ isTopicMissing }) => isTopicMissing === true).length,
  }
}

/** A sentence that says that brokers refused writes because too few replicas were in sync. */
export function belowMinIsrSentence(stopped: StoppedWrites): string {
  const { belowMinIsrSeconds, maxBelowMinIsrPartitions, partitions, seconds } = stopped
  const which = `${formatCount(maxBelowMinIsrPartitions)} of ${formatCount(partitions)} partitions were below min ISR`
  return `${which}: fewer replicas were in sync than min.insync.replicas requires, so the brokers refused writes in ${formatCount(belowMinIsrSeconds)} of ${formatCount(seconds)} s.`
}

/** A sentence that says that nothing was acknowledged, and which partition states may explain it. */
export function silenceSentence({
  seconds,
  silentSeconds,
  leaderlessSeconds,
  unansweredSeconds,
  topiclessSeconds,
}: StoppedWrites): string {
  const silence = `The brokers acknowledged nothing in ${formatCount(silentSeconds)} of ${formatCount(seconds)} s, without any throttle, although records were on their way`
  const states = [
    ...(leaderlessSeconds > 0 ? ['partitions had no leader'] : []),
    ...(unansweredSeconds > 0 ? ['no broker answered'] : []),
    ...(topiclessSeconds > 0 ? ['a topic of the run no longer existed'] : []),
  ]
  return states.length === 0 ? `${silence}.` : `${silence}: ${states.join(', then ')}.`
}

function isSilent({ producers }: Sample): boolean {
  const acked = producers.reduce((sum, producer) => sum + producer.ackedRecords, 0)
  return acked === 0 && producers.some(({ outstandingRecords }) => outstandingRecords > 0)
}
