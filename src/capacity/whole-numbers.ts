/**
 * The whole numbers of a real cluster, which change by steps: a batch cannot hold a number of records between 7 and 8.
 */
import { groupDigits, significantDigits } from '../units/number-text.ts'
import type { Situation } from './situation.ts'
import { synchronousWaitMs } from './synchronous-senders.ts'

/** A number that changes by steps. A mean is not whole, but may still change much faster than its cause. */
export type WholeNumber = {
  /** Identifies the number. It is the same in all situations of a workload. */
  readonly id: string
  readonly value: number
  /** A clause: 'a full batch of "orders" holds 7 records'. "them" are partitions of the topic. */
  readonly text: (value: string) => string
}

/**
 * Records of a full batch, records/s of a synchronous sender, partitions and replicas of a topic on the busiest broker and on
 * its busiest disk, and partitions of the busiest member of a group.
 *
 * If records differ in size, a batch holds a mean number of them, but that changes by steps, too: a Java client needs
 * room for a whole uncompressed record to add a compressed one, so slightly more room may take several more records.
 *
 * A synchronous sender is slowed by its linger if all senders together just do not fill a batch: one record less in a batch
 * may end that wait, and the number of records that senders share does not change.
 */
export function wholeNumbersOf({ topics, producers, consumers, brokers, hardware }: Situation): WholeNumber[] {
  const disks = Math.max(hardware?.bandwidthDisks ?? 1, hardware?.spaceDisks ?? 1)
  return [
    ...producers.map(
      ({ producer, fullBatchRecords }, index): WholeNumber => ({
        id: `batch:${index}`,
        value: fullBatchRecords,
        text: (value) => `a full batch of "${producer.name}" holds ${value === '1' ? '1 record' : `${value} records`}`,
      }),
    ),
    ...producers.flatMap(({ producer, closedLoop }, index): WholeNumber[] => {
      if (closedLoop === null) return []
      const value = 1000 / synchronousWaitMs(closedLoop)
      const text = (shown: string) => `each synchronous sender of "${producer.name}" sends ${shown} records/s`
      return [{ id: `senders:${index}`, value, text }]
    }),
    ...topics.flatMap(({ topic, partitions, index }): WholeNumber[] => {
      const replicas = Math.ceil((partitions * topic.replicationFactor) / brokers)
      return [
        {
          id: `led:${index}`,
          value: Math.ceil(partitions / brokers),
          text: (value) => `the busiest broker leads ${value} of them`,
        },
        {
          id: `kept:${index}`,
          value: replicas,
          text: (value) => `the busiest broker keeps ${value} of their replicas`,
        },
        {
          id: `disk:${index}`,
          value: Math.ceil(replicas / disks),
          text: (value) => `the busiest disk keeps ${value} of their replicas`,
        },
      ]
    }),
    ...consumers.map(
      ({ group, topic }, index): WholeNumber => ({
        id: `read:${index}`,
        value: Math.ceil(topic.partitions / group.members),
        text: (value) => `the busiest member of "${group.name}" reads ${value} of them`,
      }),
    ),
  ]
}

/** A whole number before and after a small change. */
export type Step = { readonly before: WholeNumber; readonly after: WholeNumber; readonly relative: number }

/** The largest relative step of a whole number between two situations of one workload; null if none changes. */
export function largestStep(before: Situation, after: Situation): Step | null {
  const changed = new Map(wholeNumbersOf(after).map((each) => [each.id, each]))
  let largest: Step | null = null
  for (const each of wholeNumbersOf(before)) {
    const other = changed.get(each.id) ?? each
    const relative = Math.abs(other.value / each.value - 1)
    if (relative > (largest?.relative ?? 0)) largest = { before: each, after: other, relative }
  }
  return largest
}

/** The step as a clause: 'a full batch of "orders" holds 7 records, not 8'. */
export function stepText({ before, after }: Step): string {
  const digits = (value: number) => (value < 1 ? significantDigits(value) : groupDigits(value, value < 10 ? 1 : 0))
  return `${after.text(digits(after.value))}, not ${digits(before.value)}`
}
