/**
 * Sends to an embedded broker those requests that kafkajs cannot encode.
 */
import { connect } from 'node:net'
import { loopbackHost } from './server-properties.ts'

/** How long a connection may be silent before its request fails. */
const idleTimeoutMs = 10_000
/** Responses about quotas have some hundred bytes. But another program may listen at the port and announce any length. */
const maxResponseBytes = 1_000_000
const lengthBytes = 4
const correlationIdBytes = 4

/**
 * Sends one request on a connection of its own, so responses cannot be mixed up.
 *
 * @param port a port of the broker without TLS and proxy (`runnerPort`)
 * @param request the encoded request, with its length prefix
 * @returns the response without its length and correlation id
 */
export function sendBrokerRequest(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: loopbackHost, port, timeout: idleTimeoutMs })
    let received = Buffer.alloc(0)
    const brokerName = `the broker at ${loopbackHost}:${port}`
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.on('connect', () => socket.write(request))
    socket.on('timeout', () => fail(new Error(`${brokerName} did not respond within ${idleTimeoutMs / 1000} s`)))
    socket.on('error', (error) => fail(new Error(`${brokerName}: ${error.message}`, { cause: error })))
    // After a response or an error this has no effect, because the promise has already settled.
    socket.on('close', () => {
      const end = received.length === 0 ? 'without a response' : 'before its response was complete'
      reject(new Error(`${brokerName} closed the connection ${end}`))
    })
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (received.length < lengthBytes) return
      const responseBytes = received.readInt32BE(0)
      if (responseBytes < correlationIdBytes || responseBytes > maxResponseBytes) {
        fail(new Error(`${brokerName} announced a response of ${responseBytes} bytes`))
        return
      }
      const end = lengthBytes + responseBytes
      if (received.length < end) return
      // In the versions of the requests that are used here, the header of a response has no other field.
      resolve(received.subarray(lengthBytes + correlationIdBytes, end))
      socket.destroy()
    })
  })
}
