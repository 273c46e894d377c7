/**
 * Patches two methods of kafkajs 2.2.4, its last release.
 *
 * Timer: without the patch, every connection checks for pending requests each millisecond, from its first response on. The reason
 * is that kafkajs sets the timer to the end of the throttle, and without a throttle that time is negative. On a busy machine a
 * thousand idle connections took a quarter of a core; with the patch they take almost nothing. No timer is needed while nothing
 * is pending, because a request that has to wait sets the timer, and every response checks the pending requests. Node 24 warns
 * of the negative time (TimeoutNegativeWarning).
 *
 * Responses: if a response is too short to contain a correlation id, kafkajs throws where nothing can catch it, which ends the
 * process. With the patch, such a response closes the connection, whose requests then fail.
 */
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'

interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

interface Connection {
  readonly socket: Socket
  processData(bytes: Buffer): unknown
}

const require = createRequire(import.meta.url)

let isPatched = false

/**
 * Applies the patches; later calls do nothing. Each module that makes a client calls it. A method that another release of kafkajs
 * does not have is not patched.
 */
export function patchKafkajs(): void {
  if (isPatched) return
  isPatched = true
  patchTimer(require('kafkajs/src/network/requestQueue/index.js').prototype)
  patchResponses(require('kafkajs/src/network/connection.js').prototype)
}

function patchTimer(prototype: RequestQueue): void {
  const schedule: unknown = prototype.scheduleCheckPendingRequests
  if (typeof schedule !== 'function') return
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this)
  }
}

function patchResponses(prototype: Connection): void {
  const processData: unknown = prototype.processData
  if (typeof processData !== 'function') return
  prototype.processData = function (this: Connection, bytes: Buffer) {
    try {
      return processData.call(this, bytes)
    } catch (cause) {
      return this.socket.destroy(new Error('the broker sent a response that cannot be read', { cause }))
    }
  }
}
