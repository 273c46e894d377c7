/**
 * One direction of a connection through which every byte takes a time of its own.
 */
import type { Socket } from 'node:net'

/** More bytes than this on their way hold the sender back, as a network with a window does. */
const mostBytesOnTheWay = 16_777_216

/** A busy wait looks again after this: Node's timers know whole milliseconds only. */
const napMs = 0.05
/** Time for which a timer can be left to sleep, as it may come a millisecond late. */
const timerSlackMs = 2

const napping = new Int32Array(new SharedArrayBuffer(4))

type Parcel = { readonly dueAtMs: number; readonly bytes: Buffer | null }

/** Hands on what one socket receives to another, each byte `delayMs` after it came; its end too. */
export function delayLine(from: Socket, to: Socket, delayMs: number): void {
  const parcels: Parcel[] = []
  let bytesOnTheWay = 0
  let isWaiting = false
  const accept = (bytes: Buffer | null) => {
    parcels.push({ dueAtMs: performance.now() + delayMs, bytes })
    bytesOnTheWay += bytes?.length ?? 0
    regulate()
    wait()
  }
  const wait = () => {
    const [first] = parcels
    if (isWaiting || first === undefined) return
    isWaiting = true
    const leftMs = first.dueAtMs - performance.now()
    if (leftMs > timerSlackMs) setTimeout(deliver, leftMs - timerSlackMs)
    else setImmediate(deliver)
  }
  const deliver = () => {
    isWaiting = false
    let first = parcels[0]
    while (first !== undefined && first.dueAtMs <= performance.now()) {
      parcels.shift()
      if (first.bytes === null) to.end()
      else {
        bytesOnTheWay -= first.bytes.length
        if (!to.destroyed) to.write(first.bytes)
      }
      first = parcels[0]
    }
    regulate()
    if (first === undefined) return
    const leftMs = first.dueAtMs - performance.now()
    if (leftMs > 0 && leftMs <= timerSlackMs) Atomics.wait(napping, 0, 0, Math.min(napMs, leftMs))
    wait()
  }
  /** Reads on only as fast as the other end takes it. */
  const regulate = () => {
    if (bytesOnTheWay > mostBytesOnTheWay || to.writableNeedDrain) from.pause()
    else from.resume()
  }
  from.on('data', accept)
  to.on('drain', regulate)
  from.on('end', () => accept(null))
  // A connection that breaks on one side is broken on the other.
  from.on('close', (hadError) => (hadError ? to.destroy() : undefined))
}
