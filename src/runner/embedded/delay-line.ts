/**
 * One direction of a connection through the delay proxy.
 */
import type { Socket } from 'node:net'
import type { CallLater } from './same-delay.ts'

/** While more bytes than this are delayed, nothing is read from the sender, as with a full TCP window. */
const maxBytesInFlight = 16_777_216

/** Forwards the bytes and the end of one socket to another socket, delayed by `callLater`. */
export function delayLine(from: Socket, to: Socket, callLater: CallLater): void {
  let bytesInFlight = 0
  const accept = (bytes: Buffer) => {
    bytesInFlight += bytes.length
    callLater(() => {
      bytesInFlight -= bytes.length
      if (!to.destroyed) to.write(bytes)
      regulate()
    })
    regulate()
  }
  /** Reads only as fast as the receiver accepts. */
  const regulate = () => {
    if (bytesInFlight > maxBytesInFlight || to.writableNeedDrain) from.pause()
    else from.resume()
  }
  from.on('data', accept)
  to.on('drain', regulate)
  from.on('end', () => callLater(() => to.end()))
  // If the connection breaks on one side, break it on the other side too.
  from.on('close', (hadError) => (hadError ? to.destroy() : undefined))
}
