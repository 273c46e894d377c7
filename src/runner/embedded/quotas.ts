/**
 * Client quotas that give an embedded cluster its declared capacity.
 *
 * They are set on Kafka's default user entity. Such a quota applies to each user separately, and all client ids of a user
 * share it. The clients here do not authenticate: to Kafka they are one user, ANONYMOUS, and share one quota. (A
 * default for client ids would give the whole quota to each client id.) Each broker enforces the quota on its own
 * traffic: three brokers together allow three times the quota.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { BrokerQuotas } from '../../contracts/target.ts'
import {
  checkAlterResponse,
  decodeDescribeResponse,
  encodeAlterQuotas,
  encodeDescribeQuotas,
} from './quota-messages.ts'
import { loopbackHost } from './server-properties.ts'

const responseTimeoutMs = 10_000
/** Generous: brokers usually apply new metadata within milliseconds; on a busy machine it can take seconds. */
const propagationTimeoutMs = 15_000
const propagationPollMs = 50
/** A constant is enough: each request has its own connection, so that responses cannot be mixed up. */
const correlationId = 1

/**
 * Sets the quotas through one broker and waits until every broker reports them.
 *
 * @param ports client ports of all brokers
 * @throws AppError RUN_FAILED if a broker cannot be reached, rejects the quotas, or does not report them in time
 */
export async function applyQuotas(ports: readonly number[], quotas: BrokerQuotas): Promise<void> {
  const [anyPort] = ports
  if (anyPort === undefined) throw new RangeError('a cluster has at least one broker')
  try {
    checkAlterResponse(await sendRequest(anyPort, encodeAlterQuotas(correlationId, quotas)))
    await Promise.all(ports.map((port) => waitForQuotas(port, quotas)))
  } catch (error) {
    throw new AppError(
      'RUN_FAILED',
      `The quotas of the embedded cluster could not be set: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error, remedy: 'Try again; on a machine under heavy load, close other programs first.' },
    )
  }
}

/**
 * Reads the default user quotas that one broker reports now.
 * @returns null if the producer or the consumer quota is not set
 */
export async function readQuotas(port: number): Promise<BrokerQuotas | null> {
  return decodeDescribeResponse(await sendRequest(port, encodeDescribeQuotas(correlationId)))
}

async function waitForQuotas(port: number, wanted: BrokerQuotas): Promise<void> {
  const deadlineMs = Date.now() + propagationTimeoutMs
  while (Date.now() < deadlineMs) {
    const reported = await readQuotas(port)
    const isApplied =
      reported?.producerBytesPerSec === wanted.producerBytesPerSec &&
      reported.consumerBytesPerSec === wanted.consumerBytesPerSec
    if (isApplied) return
    await sleep(propagationPollMs)
  }
  throw new Error(
    `the broker at ${loopbackHost}:${port} did not apply the quotas within ${propagationTimeoutMs / 1000} s`,
  )
}

/**
 * Sends one request on a new connection.
 * @returns the response without length and correlation id
 */
function sendRequest(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: loopbackHost, port, timeout: responseTimeoutMs })
    let received = Buffer.alloc(0)
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.on('connect', () => socket.write(request))
    socket.on('timeout', () => fail(new Error(`the broker at ${loopbackHost}:${port} does not respond`)))
    socket.on('error', fail)
    // No effect after a response: the promise has already settled.
    socket.on('close', () => reject(new Error(`the broker at ${loopbackHost}:${port} closed the connection`)))
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
 * Strips the response's length and correlation id, four bytes each.
 * @returns null while the response is incomplete
 */
function responseBodyOf(received: Buffer): Buffer | null {
  if (received.length < 4) return null
  const end = 4 + received.readInt32BE(0)
  return received.length < end ? null : received.subarray(8, end)
}
