/**
 * Patches a timer of kafkajs 2.2.4, its last release.
 *
 * After its first response, every connection checks for pending requests each millisecond, forever. The reason is that
 * kafkajs sets the timer to the end of the throttle, and without a throttle that time is negative. On a busy machine, a
 * thousand idle connections took a quarter of a core, and almost nothing with this patch. No timer is needed while
 * nothing is pending, because a request that has to wait sets it and every response checks the pending requests.
 */
import { createRequire } from 'node:module'

interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

/** Applies the patch. Call it once. A release of kafkajs without the patched method stays unchanged. */
export function patchKafkajs(): void {
  const { prototype }: { prototype: RequestQueue } = createRequire(import.meta.url)(
    'kafkajs/src/network/requestQueue/index.js',
  )
  const schedule: unknown = prototype.scheduleCheckPendingRequests
  if (typeof schedule !== 'function') return
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this)
  }
}
