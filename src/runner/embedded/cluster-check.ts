/**
 * Proof that the brokers answering at an embedded cluster's ports are its own.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Kafka, logLevel } from 'kafkajs'
import { loopbackHost } from './server-properties.ts'

const connectTimeoutMs = 5_000
const pollMs = 100

/**
 * Waits until each port answers with the cluster's own id and knows all brokers at their ports.
 *
 * A log line is not enough: a broker that failed to bind is gone while clients happily speak to whoever holds its port.
 *
 * @param ports client ports; the first is broker 1
 * @throws Error that says which port answers with what, after `timeoutMs`
 */
export async function waitForOwnBrokers(
  clusterId: string,
  ports: readonly number[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs
  await Promise.all(ports.map((port) => waitForOwnBroker(clusterId, port, ports, { deadlineMs, signal })))
}

async function waitForOwnBroker(
  clusterId: string,
  port: number,
  ports: readonly number[],
  { deadlineMs, signal }: { readonly deadlineMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const kafka = new Kafka({
    clientId: 'headroom-cluster-check',
    brokers: [`${loopbackHost}:${port}`],
    logLevel: logLevel.NOTHING,
    connectionTimeout: connectTimeoutMs,
    requestTimeout: connectTimeoutMs,
    retry: { retries: 0 },
  })
  const wanted = ports.map((each, index) => `${index + 1}@${each}`).join()
  let found = 'nothing'
  while (Date.now() < deadlineMs) {
    signal.throwIfAborted()
    const admin = kafka.admin()
    try {
      await admin.connect()
      const cluster = await admin.describeCluster()
      const brokers = cluster.brokers.toSorted((a, b) => a.nodeId - b.nodeId)
      const known = brokers.map((broker) => `${broker.nodeId}@${broker.port}`).join()
      if (cluster.clusterId === clusterId && known === wanted) return
      found = cluster.clusterId === clusterId ? `brokers ${known}` : 'another cluster'
    } catch (error) {
      found = error instanceof Error ? error.message : String(error)
    } finally {
      await admin.disconnect()
    }
    await sleep(pollMs)
  }
  throw new Error(`${loopbackHost}:${port} answers with ${found}`)
}
