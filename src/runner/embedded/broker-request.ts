/**
 * Sends requests to an embedded broker that kafkajs cannot encode.
 */
import { connect } from 'node:net'
import { loopbackHost } from './server-properties.ts'

/** How long a connection may be silent before its request fails. */
const idleTimeoutMs = 10_000

/**
 * Sends one request on a connection of its own, so responses cannot be mixed up.
 *
 * @param port the broker's client port
 * @param request the encoded request, with its length prefix
 * @returns the response without its length and correlation id
 */
export function sendBrokerRequest(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: loopbackHost, port, timeout: idleTimeoutMs })
    let received = Buffer.alloc(0)
    const brokerText = `the broker at ${loopbackHost}:${port}`
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.on('connect', () => socket.write(request))
    socket.on('timeout', () => fail(new Error(`${brokerText} did not respond within ${idleTimeoutMs / 1000} s`)))
    socket.on('error', fail)
    // After a response or an error this has no effect, because the promise has already settled.
    socket.on('close', () => reject(new Error(`${brokerText} closed the connection without a response`)))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const body = responseBodyOf(received)
      if (body === null) return
      resolve(body)
      socket.destroy()
    })
  })
}

/**
 * Strips the response's length and correlation id, four bytes each. (The versions of the API that are used here have no
 * other field in the header.)
 * @returns null while the response is incomplete
 */
function responseBodyOf(received: Buffer): Buffer | null {
  if (received.length < 4) return null
  const end = 4 + received.readInt32BE(0)
  return received.length < end ? null : received.subarray(8, end)
}
