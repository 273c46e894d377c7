/**
 * Sets client quotas on the brokers of an embedded cluster, so that they throttle clients to its declared capacity.
 *
 * The quotas are set on Kafka's default user entity. Such a quota applies to each user separately, and all client ids
 * of a user share it. Because the clients of a run do not authenticate, they all belong to the user ANONYMOUS and share
 * one quota. A default quota for client ids would not work: each client id would get the whole quota. Each broker enforces
 * the quota on its own traffic, so three brokers together allow three times the quota.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { BrokerQuotas } from '../../contracts/target.ts'
import { sendBrokerRequest } from './broker-request.ts'
import {
  checkAlterResponse,
  decodeDescribeResponse,
  encodeAlterQuotas,
  encodeDescribeQuotas,
} from './quota-messages.ts'
import { loopbackHost } from './server-properties.ts'

/** Time limit for brokers to report new quotas. They usually do so within milliseconds, on a busy machine within seconds. */
const propagationTimeoutMs = 15_000
const propagationPollIntervalMs = 50
/** Each request has its own connection, so responses cannot be mixed up and a constant is enough. */
const correlationId = 1

/**
 * Sets the quotas through one broker and waits until every broker reports them.
 *
 * @param ports of each broker the port that has neither TLS nor a proxy (`runnerPort`)
 * @param quotas the quotas that each broker enforces on its own traffic
 * @throws AppError RUN_FAILED if a broker cannot be reached, rejects the quotas, or does not report them in time
 */
export async function applyQuotas(ports: readonly number[], quotas: BrokerQuotas): Promise<void> {
  const [firstPort] = ports
  if (firstPort === undefined) throw new RangeError('applyQuotas needs the port of at least one broker')
  try {
    checkAlterResponse(await sendBrokerRequest(firstPort, encodeAlterQuotas(correlationId, quotas)))
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
 * Requests the default user quotas from one broker.
 * @returns the quotas; null if the producer quota or the consumer quota is not set
 */
export async function readQuotas(port: number): Promise<BrokerQuotas | null> {
  return decodeDescribeResponse(await sendBrokerRequest(port, encodeDescribeQuotas(correlationId)))
}

async function waitForQuotas(port: number, expected: BrokerQuotas): Promise<void> {
  const deadlineMs = performance.now() + propagationTimeoutMs
  while (performance.now() < deadlineMs) {
    const reported = await readQuotas(port)
    const isReported =
      reported?.producerBytesPerSec === expected.producerBytesPerSec &&
      reported.consumerBytesPerSec === expected.consumerBytesPerSec
    if (isReported) return
    await sleep(propagationPollIntervalMs)
  }
  throw new Error(
    `the broker at ${loopbackHost}:${port} did not report the quotas within ${propagationTimeoutMs / 1000} s`,
  )
}
