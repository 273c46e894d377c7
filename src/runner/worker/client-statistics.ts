/**
 * Divides librdkafka's statistics into seconds.
 *
 * Reports do not arrive at full seconds. So the figures of each second are those of a time that is one report interval earlier:
 * the values of a counter at its start and its end are interpolated linearly between two reports, and nothing is extrapolated.
 * The last second is assigned the remaining increase, so that the sum over the run equals the counter.
 */
import type { ProducerSample } from '../../contracts/sample.ts'

type Reading = { readonly atMs: number; readonly value: number }

/** A counter that only grows, and the increase that each second is assigned. Times are in ms, all by the same clock. */
export class CumulativeCounter {
  private readonly lagMs: number
  private readings: Reading[] = []
  /** The increase that has been assigned to seconds so far. */
  private assigned = 0

  /** @param lagMs time between two reports */
  constructor(lagMs: number) {
    this.lagMs = lagMs
  }

  /** Records a value of the counter. */
  observe(value: number, atMs: number): void {
    this.readings.push({ atMs, value })
  }

  /** Discards the increase so far, because the load begins now. */
  rebase(): void {
    this.assigned = this.readings.at(-1)?.value ?? this.assigned
    this.readings = this.readings.slice(-1)
  }

  /** Returns the increase that is assigned to the time since the previous call. */
  take(nowMs: number): number {
    return this.assignUpTo(this.valueAt(nowMs - this.lagMs))
  }

  /** Returns the whole increase up to the last report. Use it for the last second, when no more reports come. */
  takeExact(): number {
    return this.assignUpTo(this.readings.at(-1)?.value ?? this.assigned)
  }

  private assignUpTo(value: number): number {
    const increase = Math.max(0, Math.round(value) - this.assigned)
    this.assigned += increase
    return increase
  }

  /** Interpolates the value at a time between two readings. Drops readings that are no longer needed. */
  private valueAt(atMs: number): number {
    const later = this.readings.findIndex((reading) => reading.atMs > atMs)
    if (later === -1) {
      this.readings = this.readings.slice(-1)
      return this.readings[0]?.value ?? this.assigned
    }
    const before = this.readings[later - 1]
    const after = this.readings[later]
    if (before === undefined || after === undefined) return this.assigned
    this.readings = this.readings.slice(later - 1)
    return before.value + ((after.value - before.value) * (atMs - before.atMs)) / (after.atMs - before.atMs)
  }
}

/** A rolling window as librdkafka writes it; times are in µs. */
type StatisticsWindow = {
  readonly cnt?: number
  readonly sum?: number
  readonly p50?: number
  readonly p99?: number
  readonly max?: number
}

/** The parts of a statistics report that are read here. */
type StatisticsReport = {
  /** When the report was made, in µs of the library's own monotonic clock. */
  readonly ts?: number
  readonly tx_bytes?: number
  readonly rx_bytes?: number
  readonly brokers?: Readonly<
    Record<
      string,
      {
        readonly nodeid?: number
        readonly req?: Readonly<Record<string, number>>
        readonly rtt?: StatisticsWindow
        readonly int_latency?: StatisticsWindow
        readonly throttle?: StatisticsWindow
      }
    >
  >
  readonly topics?: Readonly<
    Record<string, { readonly batchcnt?: StatisticsWindow; readonly batchsize?: StatisticsWindow }>
  >
  readonly cgrp?: { readonly rebalance_cnt?: number }
}

/** One second of a client's statistics. */
export type StatisticsSecond = {
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly produceRequests: number
  /** Brokers to which the client has sent produce requests so far. */
  readonly brokerConnections: number
  readonly throttleMs: number
  readonly roundTripMedianUs: number | null
  readonly internalLatencyP99Us: number | null
  readonly recordsPerBatch: number | null
  /** Batches in the reports that arrived during the second. */
  readonly batches: NonNullable<ProducerSample['batches']>
}

/** Reads the statistics of one client. */
export class ClientStatistics {
  private readonly sent: CumulativeCounter
  private readonly received: CumulativeCounter
  private readonly requests: CumulativeCounter
  /**
   * Clock of this process minus the library's clock: the smallest difference seen. With it, a report that had to wait for this
   * process still gets the time at which it was made.
   */
  private clockOffsetMs = Number.POSITIVE_INFINITY
  private throttleMs = 0
  private brokerConnections = 0
  private roundTrips: { median: number; weight: number }[] = []
  private internalLatencyP99Us: number | null = null
  private batches = 0
  private batchedRecords = 0
  private batchedBytes = 0

  /** @param intervalMs time between two reports */
  constructor(intervalMs: number) {
    this.sent = new CumulativeCounter(intervalMs)
    this.received = new CumulativeCounter(intervalMs)
    this.requests = new CumulativeCounter(intervalMs)
  }

  /** Reads one report in the form that librdkafka wrote. */
  observe(json: string, arrivedAtMs: number): void {
    // Every field is optional here, so that a release of librdkafka with other fields does no harm.
    const report: StatisticsReport = JSON.parse(json)
    const atMs = this.timeOf(report, arrivedAtMs)
    let requests = 0
    let brokerConnections = 0
    for (const broker of Object.values(report.brokers ?? {})) {
      const sent = broker.req?.Produce ?? 0
      requests += sent
      if (sent > 0) brokerConnections += 1
      this.noteThrottle(broker.throttle?.max ?? 0)
      const { rtt, int_latency: internal } = broker
      if ((rtt?.cnt ?? 0) > 0) this.roundTrips.push({ median: rtt?.p50 ?? 0, weight: rtt?.cnt ?? 0 })
      if ((internal?.cnt ?? 0) > 0) {
        this.internalLatencyP99Us = Math.max(this.internalLatencyP99Us ?? 0, internal?.p99 ?? 0)
      }
    }
    this.brokerConnections = brokerConnections
    for (const { batchcnt, batchsize } of Object.values(report.topics ?? {})) {
      this.batches += batchcnt?.cnt ?? 0
      this.batchedRecords += batchcnt?.sum ?? 0
      this.batchedBytes += batchsize?.sum ?? 0
    }
    this.sent.observe(report.tx_bytes ?? 0, atMs)
    this.received.observe(report.rx_bytes ?? 0, atMs)
    this.requests.observe(requests, atMs)
  }

  /** Records a throttle time that a broker reported, in ms. */
  noteThrottle(throttleMs: number): void {
    this.throttleMs = Math.max(this.throttleMs, throttleMs)
  }

  /** Discards everything that was observed before the load. */
  rebase(): void {
    for (const counter of [this.sent, this.received, this.requests]) counter.rebase()
    this.clearWindows()
  }

  /**
   * Returns the statistics of the time since the previous call.
   * @param isLast true to include all remaining increases
   */
  take(nowMs: number, isLast: boolean): StatisticsSecond {
    const read = (counter: CumulativeCounter) => (isLast ? counter.takeExact() : counter.take(nowMs))
    const second = {
      sentBytes: read(this.sent),
      receivedBytes: read(this.received),
      produceRequests: read(this.requests),
      brokerConnections: this.brokerConnections,
      throttleMs: this.throttleMs,
      roundTripMedianUs: weightedMedian(this.roundTrips),
      internalLatencyP99Us: this.internalLatencyP99Us,
      recordsPerBatch: this.batches === 0 ? null : this.batchedRecords / this.batches,
      batches: { count: this.batches, records: this.batchedRecords, bytes: this.batchedBytes },
    }
    this.clearWindows()
    return second
  }

  private timeOf(report: StatisticsReport, arrivedAtMs: number): number {
    if (report.ts === undefined) return arrivedAtMs
    this.clockOffsetMs = Math.min(this.clockOffsetMs, arrivedAtMs - report.ts / 1000)
    return report.ts / 1000 + this.clockOffsetMs
  }

  private clearWindows(): void {
    this.throttleMs = 0
    this.roundTrips = []
    this.internalLatencyP99Us = null
    this.batches = 0
    this.batchedRecords = 0
    this.batchedBytes = 0
  }
}

/** Returns the median of the windows' medians, each weighted by its count, or null if there are none. */
export function weightedMedian(
  entries: readonly { readonly median: number; readonly weight: number }[],
): number | null {
  const sorted = [...entries].sort((left, right) => left.median - right.median)
  const half = sorted.reduce((sum, entry) => sum + entry.weight, 0) / 2
  let passed = 0
  for (const entry of sorted) {
    passed += entry.weight
    if (passed >= half) return entry.median
  }
  return null
}
