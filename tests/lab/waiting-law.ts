/**
 * Producers under quotas: what becomes of small records without a linger where brokers throttle.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestBrokers } from '../integration/test-brokers.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const valueBytes = 50
const offeredPerSec = 4_000
/** Shorter than Kafka's own windows of 11 s: a quota holds the mean of these seconds. */
const quotaWindowSeconds = 4

/** Quotas of a broker's clients, weakest last; none first and last, because the machine is not equally busy throughout. */
const quotas: readonly { readonly name: string; readonly value: number }[] = [
  { name: 'none', value: 0 },
  { name: 'producer_byte_rate', value: 300_000 },
  { name: 'producer_byte_rate', value: 150_000 },
  { name: 'request_percentage', value: 2 },
  { name: 'request_percentage', value: 0.5 },
  { name: 'none', value: 0 },
]

/** Every experiment on waiting producers, about three minutes. */
export async function measureWaiting(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: 1, quotaWindowSeconds })
  try {
    const servers = brokers.bootstrapServers.join(',')
    const rows: string[][] = []
    for (const [index, { name, value }] of quotas.entries()) {
      const topic = `waiting-${index}`
      await lab.client('topic', { servers, topic })
      for (const each of ['producer_byte_rate', 'request_percentage']) {
        await lab.client('quota', { servers, name: each, value: each === name ? value : 0 })
      }
      await sleep(1_000)
      const load = { bytes: valueBytes, perSec: offeredPerSec, warmMs: 9_000, measureMs: 12_000 }
      const settings = { acks: 'all', 'linger.ms': 0, 'batch.size': 16_384, 'enable.metrics.push': 'false' }
      const found = await lab.client('flood', { servers, topic, ...load, ...settings })
      const { recordsPerSec = 0, requestsPerSec = 0, bytesPerSec = 0, throttleMs = 0 } = found
      rows.push([
        name === 'none' ? 'none' : `${name} ${digits(value, 6)}`,
        digits(recordsPerSec),
        digits(requestsPerSec),
        digits(recordsPerSec / requestsPerSec, 2),
        digits(bytesPerSec / recordsPerSec),
        digits(throttleMs, 2),
      ])
    }
    return [
      {
        title: `${offeredPerSec} records/s of ${valueBytes} bytes offered, linger 0, batch.size 16,384, one producer, one partition`,
        columns: ['quota', 'records/s', 'requests/s', 'records a request', 'sent bytes a record', 'mean throttle, ms'],
        rows,
      },
    ]
  } finally {
    await brokers.stop()
  }
}
