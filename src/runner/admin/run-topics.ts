/**
 * Waits until the topics of a run can be used.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { KafkaAdmin } from './kafka-admin.ts'

const pollMs = 100

/**
 * Waits until every partition has a leader, because a producer that starts earlier would count metadata errors.
 * @throws AppError RUN_FAILED at the time limit, or the reason of `signal` if it is aborted
 */
export async function waitForLeaders(
  admin: KafkaAdmin,
  topics: RunPlan['topics'],
  options: { readonly timeoutMs: number; readonly signal: AbortSignal; onProgress(fraction: number): void },
): Promise<void> {
  const deadlineMs = performance.now() + options.timeoutMs
  const total = topics.reduce((sum, topic) => sum + topic.partitions, 0)
  for (;;) {
    options.signal.throwIfAborted()
    const leaders = await admin.countLeaders(topics.map(({ name }) => name))
    const led = [...leaders.values()].reduce((sum, count) => sum + count, 0)
    options.onProgress(Math.min(1, led / total))
    if (led >= total) return
    if (performance.now() > deadlineMs) {
      throw new AppError(
        'RUN_FAILED',
        `Only ${led} of ${total} partitions have a leader after ${options.timeoutMs / 1000} s.`,
        {
          remedy: 'Check the health of the cluster: a broker may be down or overloaded.',
        },
      )
    }
    await sleep(pollMs)
  }
}
