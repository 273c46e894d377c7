/**
 * Verifies that the brokers that respond at an embedded cluster's ports belong to it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Kafka, logLevel } from 'kafkajs'
import { patchKafkajs } from '../admin/patch-kafkajs.ts'
import { loopbackHost } from './server-properties.ts'

patchKafkajs()

const connectTimeoutMs = 5_000
const pollMs = 100

/**
 * Waits until the broker at each port reports the cluster's id and all brokers at their ports.
 *
 * The logs of the brokers would not be enough, because another program may listen at a port that a broker failed to bind.
 *
 * @param ports in order of broker id
 * @throws Error after `timeoutMs`, naming a port and what responds there
 */
export async function waitForOwnBrokers(
  clusterId: string,
  ports: readonly number[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
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
  const expectedBrokers = ports.map((brokerPort, index) => `${index + 1}@${brokerPort}`).join()
  let found = 'nothing'
  while (performance.now() < deadlineMs) {
    signal.throwIfAborted()
    const admin = kafka.admin()
    try {
      await admin.connect()
      const cluster = await admin.describeCluster()
      const brokers = cluster.brokers.toSorted((a, b) => a.nodeId - b.nodeId)
      const reportedBrokers = brokers.map((broker) => `${broker.nodeId}@${broker.port}`).join()
      if (cluster.clusterId === clusterId && reportedBrokers === expectedBrokers) return
      found = cluster.clusterId === clusterId ? `brokers ${reportedBrokers}` : 'another cluster'
    } catch (error) {
      found = error instanceof Error ? error.message : String(error)
    } finally {
      await admin.disconnect()
    }
    await sleep(pollMs)
  }
  throw new Error(`${loopbackHost}:${port} responds with ${found}`)
}
