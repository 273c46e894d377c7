/**
 * Quotas of an embedded cluster: what makes it a cluster of a declared capacity.
 *
 * They are set on the default of all users, so that any number of client ids shares them: a default on clients gives
 * each client id a quota of its own. Each broker enforces them by itself.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { BrokerQuotas } from '../../contracts/target.ts'
import { checkAlterAnswer, decodeDescribeAnswer, encodeAlterQuotas, encodeDescribeQuotas } from './quota-messages.ts'
import { loopbackHost } from './server-properties.ts'

const answerTimeoutMs = 10_000
/** Metadata reaches the brokers of one machine within milliseconds; a machine under load is slower. */
const propagationTimeoutMs = 15_000
const propagationPollMs = 50
const correlationId = 1

/**
 * Sets the quotas of a cluster and waits until every broker says that they are in force.
 *
 * @param ports client ports of all brokers
 * @throws RUN_FAILED where a broker refuses them or does not take them over in time
 */
export async function applyQuotas(ports: readonly number[], quotas: BrokerQuotas): Promise<void> {
  const [first] = ports
  if (first === undefined) throw new RangeError('a cluster has at least one broker')
  try {
    checkAlterAnswer(await ask(first, encodeAlterQuotas(correlationId, quotas)))
    await Promise.all(ports.map((port) => waitForQuotas(port, quotas)))
  } catch (error) {
    throw new AppError(
      'RUN_FAILED',
      `The quotas of the embedded cluster could not be set: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error, remedy: 'Try again; on a machine under heavy load, close other programs first.' },
    )
  }
}

/** The quotas that a broker enforces on users without one of their own; null where there are none. */
export async function readQuotas(port: number): Promise<BrokerQuotas | null> {
  return decodeDescribeAnswer(await ask(port, encodeDescribeQuotas(correlationId)))
}

async function waitForQuotas(port: number, wanted: BrokerQuotas): Promise<void> {
  const deadlineMs = Date.now() + propagationTimeoutMs
  while (Date.now() < deadlineMs) {
    const found = await readQuotas(port)
    const isInForce =
      found?.producerBytesPerSec === wanted.producerBytesPerSec &&
      found.consumerBytesPerSec === wanted.consumerBytesPerSec
    if (isInForce) return
    await sleep(propagationPollMs)
  }
  throw new Error(`the broker at ${loopbackHost}:${port} did not take them over`)
}

/** Sends one request on a connection of its own and returns the answer's body. */
function ask(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: loopbackHost, port, timeout: answerTimeoutMs })
    let received = Buffer.alloc(0)
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.on('connect', () => socket.write(request))
    socket.on('timeout', () => fail(new Error(`the broker at ${loopbackHost}:${port} does not answer`)))
    socket.on('error', fail)
    socket.on('close', () => reject(new Error(`the broker at ${loopbackHost}:${port} closed the connection`)))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const body = completeBody(received)
      if (body === null) return
      resolve(body)
      socket.destroy()
    })
  })
}

/** The body of a response once all of it is there: after length and correlation id, four bytes each. */
function completeBody(received: Buffer): Buffer | null {
  if (received.length < 4) return null
  const end = 4 + received.readInt32BE(0)
  return received.length < end ? null : received.subarray(8, end)
}
