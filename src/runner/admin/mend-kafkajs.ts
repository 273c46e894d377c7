/**
 * Mends a timer of kafkajs 2.2.4, its last release.
 *
 * From its first answer on, every connection looks for waiting requests each millisecond for ever: the time until a
 * throttle ends, by which it sets its timer, is below zero where there is none. A thousand idle connections took a quarter
 * of a core by that on a busy machine, and next to nothing without (docs/accuracy.md). Nothing is lost without it: a
 * request that has to wait sets the timer itself, and one that is answered looks after those that wait.
 */
import { createRequire } from 'node:module'

interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

/** Once is enough; another release without that method is left as it is. */
export function mendKafkajs(): void {
  const { prototype }: { prototype: RequestQueue } = createRequire(import.meta.url)(
    'kafkajs/src/network/requestQueue/index.js',
  )
  const schedule: unknown = prototype.scheduleCheckPendingRequests
  if (typeof schedule !== 'function') return
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this)
  }
}
