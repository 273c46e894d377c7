/** What Kafka's own tools print, of known rates of records of 1,000 bytes. */
import type { ToolOutput } from '../../../src/contracts/runner-protocol.ts'

export const toolVersion = 'Apache Kafka 4.3.1 on Java 17.0.15'

/** A producer that begins `startMs` after the agreed start and prints a line a second, at the rate that it has then. */
export function producerOutput(
  rateAt: (second: number) => number,
  options: { startMs: number; seconds: number; isEnded?: boolean },
): ToolOutput {
  const { startMs, seconds } = options
  const rates = Array.from({ length: seconds }, (_, index) => rateAt(index))
  const lines = rates.map((rate, index) => ({
    atMs: startMs + (index + 1) * 1000,
    text: `${rate} records sent, ${rate.toFixed(1)} records/sec (${(rate / 1048.576).toFixed(4)} MB/sec), 2.0 ms avg latency, 9.0 ms max latency.`,
  }))
  const total = rates.reduce((sum, rate) => sum + rate, 0)
  const mean = total / seconds
  const last = {
    atMs: startMs + seconds * 1000 + 200,
    text: `${total} records sent, ${mean.toFixed(6)} records/sec (${(mean / 1048.576).toFixed(2)} MB/sec), 2.00 ms avg latency, 9.00 ms max latency, 1 ms 50th, 4 ms 95th, 8 ms 99th, 9 ms 99.9th.`,
  }
  return {
    role: 'producer',
    name: 'p0',
    version: toolVersion,
    lines: options.isEnded === false ? lines : [...lines, last],
    end: 'exited with code 0',
  }
}

/** A consumer that prints a line a second, by default from the agreed start on. */
export function consumerOutput(rate: number, seconds: number, startMs = 0): ToolOutput {
  const heading = {
    atMs: -900,
    text: 'time, threadId, data.consumed.in.MB, MB.sec, data.consumed.in.nMsg, nMsg.sec, rebalance.time.ms, fetch.time.ms, fetch.MB.sec, fetch.nMsg.sec',
  }
  const lines = Array.from({ length: seconds }, (_, index) => {
    const records = rate * (index + 1)
    const mib = (records * 1000) / 1048576
    const perSec = (rate * 1000) / 1048576
    const time = `2026-11-21 10:00:${String(index).padStart(2, '0')}:000`
    const text = `${time}, 0, ${mib.toFixed(4)}, ${perSec.toFixed(4)}, ${records}, ${rate.toFixed(4)}, 0, 1000, ${perSec.toFixed(4)}, ${rate.toFixed(4)}`
    return { atMs: startMs + (index + 1) * 1000, text }
  })
  return {
    role: 'consumer',
    name: 'g-1',
    version: toolVersion,
    lines: [heading, ...lines],
    end: 'was ended by SIGTERM',
  }
}
