/**
 * Entry point of the process that runs simulated brokers, which are librdkafka's mock cluster.
 *
 * simulated-cluster.ts starts it as `simulated-main BROKERS`. It writes one line to stdout,
 * `{"bootstrapServers":["127.0.0.1:40001"]}` or `{"error":"…"}`, and runs until its stdin closes.
 */
import { createRequire } from 'node:module'
import type { StartResult } from './simulated-cluster.ts'

const metadataTimeoutMs = 10_000

const brokers = Number(process.argv[2])

function writeResult(result: StartResult): void {
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

// Exits at once without disconnecting, because the host has exited or is ending this process.
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()

try {
  // Loaded inside `try`, so that an addon that is missing or built for another platform is reported as an error.
  const { Producer }: typeof import('node-rdkafka') = createRequire(import.meta.url)('node-rdkafka')
  const settings = { 'test.mock.num.brokers': brokers, 'bootstrap.servers': '127.0.0.1:1' }
  const host = new Producer(settings)
  host.on('event.error', () => undefined)
  host.connect({ timeout: metadataTimeoutMs }, (error, metadata) => {
    if (error) writeResult({ error: error.message })
    else writeResult({ bootstrapServers: metadata.brokers.map((broker) => `${broker.host}:${broker.port}`) })
  })
} catch (error) {
  writeResult({ error: error instanceof Error ? error.message : String(error) })
}
