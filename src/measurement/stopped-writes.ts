/**
 * Finds seconds in which the cluster took no writes, with the states of partitions in them.
 */
import type { Sample } from '../contracts/sample.ts'
import { formatCount } from '../units/count.ts'

/** Stopped writes over a set of seconds. */
export interface StoppedWrites {
  readonly seconds: number
  /** Seconds in which records were in flight and nothing was acknowledged. */
  readonly silentSeconds: number
  /**
   * Seconds in which partitions had fewer in-sync replicas than `min.insync.replicas`, and the largest number of these.
   */
  readonly belowMinIsrSeconds: number
  readonly mostBelowMinIsrPartitions: number
  readonly partitions: number
  /** Seconds in which a partition had no leader, and seconds in which no broker responded. */
  readonly leaderlessSeconds: number
  readonly unansweredSeconds: number
}

/** Counts the seconds in which writes stopped. Seconds in which producers are throttled do not count. */
export function countStoppedWrites(samples: readonly Sample[], throttledSeconds: ReadonlySet<number>): StoppedWrites {
  const states = samples.flatMap(({ partitionState }) => partitionState ?? [])
  const below = states.filter(({ belowMinIsrPartitions }) => belowMinIsrPartitions > 0)
  return {
    seconds: samples.length,
    silentSeconds: samples.filter((sample) => isSilent(sample) && !throttledSeconds.has(sample.second)).length,
    belowMinIsrSeconds: below.length,
    mostBelowMinIsrPartitions: below.reduce((most, each) => Math.max(most, each.belowMinIsrPartitions), 0),
    partitions: states.reduce((most, each) => Math.max(most, each.partitions), 0),
    leaderlessSeconds: states.filter(({ isLeaderMissing }) => isLeaderMissing).length,
    unansweredSeconds: states.filter(({ isAnswered }) => !isAnswered).length,
  }
}

/** One sentence: the brokers refused writes, because too few replicas were in sync. */
export function belowMinIsrSentence(stopped: StoppedWrites): string {
  const { belowMinIsrSeconds, mostBelowMinIsrPartitions, partitions, seconds } = stopped
  const which = `${formatCount(mostBelowMinIsrPartitions)} of ${formatCount(partitions)} partitions were below min ISR`
  return `${which}: fewer replicas were in sync than min.insync.replicas requires, so the brokers refused writes in ${formatCount(belowMinIsrSeconds)} of ${formatCount(seconds)} s.`
}

/** One sentence: nothing was acknowledged, and the states that the cluster reported. */
export function silenceSentence({
  seconds,
  silentSeconds,
  leaderlessSeconds,
  unansweredSeconds,
}: StoppedWrites): string {
  const silence = `The brokers acknowledged nothing in ${formatCount(silentSeconds)} of ${formatCount(seconds)} s, without any throttle, although records were on their way`
  const said = [
    ...(leaderlessSeconds > 0 ? ['partitions had no leader'] : []),
    ...(unansweredSeconds > 0 ? ['no broker answered'] : []),
  ]
  return said.length === 0 ? `${silence}.` : `${silence}: ${said.join(', then ')}.`
}

function isSilent({ producers }: Sample): boolean {
  const acked = producers.reduce((sum, producer) => sum + producer.ackedRecords, 0)
  return acked === 0 && producers.some(({ outstandingRecords }) => outstandingRecords > 0)
}
