/**
 * What librdkafka's statistics say, second by second.
 *
 * Reports come on a clock of their own. Counters are cumulative, so a second is charged with the difference of two
 * estimates: the last report, carried on at the rate between the last two. Estimates never go back, and the next report
 * puts them right, so that their sum is the counter itself.
 */

/** One cumulative counter. Times in ms, by any one clock. */
export class CumulativeCounter {
  private previous: { readonly atMs: number; readonly value: number } | null = null
  private latest: { readonly atMs: number; readonly value: number } | null = null
  private charged: number

  /** @param base value before the first second that counts */
  constructor(base = 0) {
    this.charged = base
  }

  /** Notes the counter's value. */
  observe(value: number, atMs: number): void {
    this.previous = this.latest
    this.latest = { atMs, value }
  }

  /** Everything up to now belongs to no second: the load begins. */
  rebase(): void {
    this.charged = this.latest?.value ?? this.charged
  }

  /** What the time since the last call is charged with. */
  take(nowMs: number): number {
    const estimate = Math.round(this.estimate(nowMs))
    const delta = Math.max(0, estimate - this.charged)
    this.charged += delta
    return delta
  }

  /** The same by the last report alone: for the last second, when nothing moves any more. */
  takeExact(): number {
    const delta = Math.max(0, (this.latest?.value ?? 0) - this.charged)
    this.charged += delta
    return delta
  }

  private estimate(nowMs: number): number {
    const { latest, previous } = this
    if (latest === null) return this.charged
    if (previous === null || latest.atMs <= previous.atMs) return latest.value
    const spanMs = latest.atMs - previous.atMs
    // Never carried on for longer than one interval: a client that reports no more has no known rate.
    const aheadMs = Math.min(spanMs, Math.max(0, nowMs - latest.atMs))
    return latest.value + ((latest.value - previous.value) / spanMs) * aheadMs
  }
}

/** A rolling window as librdkafka writes it; times in µs. */
type StatisticsWindow = {
  readonly cnt?: number
  readonly sum?: number
  readonly p50?: number
  readonly p99?: number
  readonly max?: number
}

/** The parts of a statistics report that are read here. */
type StatisticsReport = {
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
  readonly topics?: Readonly<Record<string, { readonly batchcnt?: StatisticsWindow }>>
  readonly cgrp?: { readonly rebalance_cnt?: number }
}

/** One second of a client's statistics. */
export type StatisticsSecond = {
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly produceRequests: number
  readonly throttleMs: number
  readonly roundTripMedianUs: number | null
  readonly internalLatencyP99Us: number | null
  readonly recordsPerBatch: number | null
}

/** Reads the statistics of one client. */
export class ClientStatistics {
  private readonly sent = new CumulativeCounter()
  private readonly received = new CumulativeCounter()
  private readonly requests = new CumulativeCounter()
  private throttleMs = 0
  private roundTrips: { median: number; weight: number }[] = []
  private internalLatencyP99Us: number | null = null
  private batches = 0
  private batchedRecords = 0

  /** Takes one report as librdkafka wrote it. */
  observe(json: string, atMs: number): void {
    // Written by librdkafka: every field is optional here, so that another release does no harm.
    const report: StatisticsReport = JSON.parse(json)
    let requests = 0
    for (const broker of Object.values(report.brokers ?? {})) {
      requests += broker.req?.Produce ?? 0
      this.noteThrottle(broker.throttle?.max ?? 0)
      const { rtt, int_latency: internal } = broker
      if ((rtt?.cnt ?? 0) > 0) this.roundTrips.push({ median: rtt?.p50 ?? 0, weight: rtt?.cnt ?? 0 })
      if ((internal?.cnt ?? 0) > 0) {
        this.internalLatencyP99Us = Math.max(this.internalLatencyP99Us ?? 0, internal?.p99 ?? 0)
      }
    }
    for (const { batchcnt } of Object.values(report.topics ?? {})) {
      this.batches += batchcnt?.cnt ?? 0
      this.batchedRecords += batchcnt?.sum ?? 0
    }
    this.sent.observe(report.tx_bytes ?? 0, atMs)
    this.received.observe(report.rx_bytes ?? 0, atMs)
    this.requests.observe(requests, atMs)
  }

  /** A throttle time that a broker reported, in ms. */
  noteThrottle(throttleMs: number): void {
    this.throttleMs = Math.max(this.throttleMs, throttleMs)
  }

  /** Forgets what was before the load. */
  rebase(): void {
    for (const counter of [this.sent, this.received, this.requests]) counter.rebase()
    this.clearWindows()
  }

  /** The time since the last call; `isLast` charges it with all that is left. */
  take(nowMs: number, isLast: boolean): StatisticsSecond {
    const read = (counter: CumulativeCounter) => (isLast ? counter.takeExact() : counter.take(nowMs))
    const second = {
      sentBytes: read(this.sent),
      receivedBytes: read(this.received),
      produceRequests: read(this.requests),
      throttleMs: this.throttleMs,
      roundTripMedianUs: weightedMedian(this.roundTrips),
      internalLatencyP99Us: this.internalLatencyP99Us,
      recordsPerBatch: this.batches === 0 ? null : this.batchedRecords / this.batches,
    }
    this.clearWindows()
    return second
  }

  private clearWindows(): void {
    this.throttleMs = 0
    this.roundTrips = []
    this.internalLatencyP99Us = null
    this.batches = 0
    this.batchedRecords = 0
  }
}

/** The median of the windows' medians, each with the weight of its count; null without any. */
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
