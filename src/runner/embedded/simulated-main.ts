/**
 * Simulated brokers: librdkafka's mock cluster in a process of its own.
 *
 * Started by simulated-cluster.ts as `simulated-main BROKERS`. Writes one line to stdout,
 * `{"bootstrapServers":["127.0.0.1:40001"]}` or `{"error":"…"}`, and lives until its stdin closes.
 */
import { createRequire } from 'node:module'
import type { SimulatedAnswer } from './simulated-cluster.ts'

const metadataTimeoutMs = 10_000

const brokers = Number(process.argv[2])

function answer(value: SimulatedAnswer): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

// Whoever holds the other end is gone, or wants this gone: the client's threads need not be asked.
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()

try {
  // Loaded here, so that a missing or foreign addon is an answer and not a stack trace.
  const { Producer }: typeof import('node-rdkafka') = createRequire(import.meta.url)('node-rdkafka')
  const settings = { 'test.mock.num.brokers': brokers, 'bootstrap.servers': '127.0.0.1:1' }
  const host = new Producer(settings)
  host.on('event.error', () => undefined)
  host.connect({ timeout: metadataTimeoutMs }, (error, metadata) => {
    if (error) answer({ error: error.message })
    else answer({ bootstrapServers: metadata.brokers.map((broker) => `${broker.host}:${broker.port}`) })
  })
} catch (error) {
  answer({ error: error instanceof Error ? error.message : String(error) })
}
