/**
 * Patches a timer of kafkajs 2.2.4, its last release.
 *
 * After its first response, every connection checks for pending requests each millisecond, forever. kafkajs sets the timer
 * to the end of the throttle, and without a throttle that time is negative. A thousand idle connections took a quarter of
 * a core on a busy machine, and next to nothing with this patch. The timer is not needed when nothing is pending: a request
 * that has to wait sets it, and every response checks the pending requests.
 */
import { createRequire } from 'node:module'

interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

/** Applies the patch; call it once. A release without that method stays unchanged. */
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
