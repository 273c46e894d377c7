/**
 * One direction of a connection through which every byte takes a time of its own.
 */
import type { Socket } from 'node:net'
import type { CallLater } from './same-delay.ts'

/** More bytes than this on their way hold the sender back, as a network with a window does. */
const mostBytesOnTheWay = 16_777_216

/** Hands on what one socket receives to another, each byte as late as `callLater` calls; its end too. */
export function delayLine(from: Socket, to: Socket, callLater: CallLater): void {
  let bytesOnTheWay = 0
  const accept = (bytes: Buffer) => {
    bytesOnTheWay += bytes.length
    callLater(() => {
      bytesOnTheWay -= bytes.length
      if (!to.destroyed) to.write(bytes)
      regulate()
    })
    regulate()
  }
  /** Reads on only as fast as the other end takes it. */
  const regulate = () => {
    if (bytesOnTheWay > mostBytesOnTheWay || to.writableNeedDrain) from.pause()
    else from.resume()
  }
  from.on('data', accept)
  to.on('drain', regulate)
  from.on('end', () => callLater(() => to.end()))
  // A connection that breaks on one side is broken on the other.
  from.on('close', (hadError) => (hadError ? to.destroy() : undefined))
}
