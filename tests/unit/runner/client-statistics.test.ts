import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClientStatistics, CumulativeCounter, weightedMedian } from '../../../src/runner/worker/client-statistics.ts'

describe('a cumulative counter', () => {
  test('assigns a steady rate evenly to all seconds, whenever the reports arrive', () => {
    const counter = new CumulativeCounter(250)
    const charged: number[] = []
    for (let ms = 0; ms <= 5_000; ms += 10) {
      // A report every 250 ms, the first one 130 ms after a full second.
      if (ms % 250 === 130) counter.observe(ms * 20, ms)
      if (ms === 250) counter.rebase()
      if (ms > 250 && ms % 1_000 === 250) charged.push(counter.take(ms))
    }
    expect(charged.slice(1)).toEqual([20_000, 20_000, 20_000])
  })

  test('gives a burst to the seconds that it fell into', () => {
    const counter = new CumulativeCounter(250)
    for (const [ms, bytes] of [
      [0, 0],
      [250, 0],
      [500, 900],
      [750, 900],
      [1_000, 900],
      [1_250, 900],
      [1_500, 900],
    ] as const) {
      counter.observe(bytes, ms)
    }
    expect([counter.take(625), counter.take(1_500)]).toEqual([450, 450])
  })

  test('assigns in total exactly what the counter says, and never more than that before the end', () => {
    const steps = fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 700 }), fc.boolean()), { minLength: 1 })
    fc.assert(
      fc.property(steps, (all) => {
        const counter = new CumulativeCounter(250)
        let value = 0
        let atMs = 0
        let charged = 0
        for (const [bytes, ms, isCut] of all) {
          value += bytes
          atMs += ms
          counter.observe(value, atMs)
          if (isCut) charged += counter.take(atMs + ms / 2)
          expect(charged).toBeLessThanOrEqual(value)
        }
        expect(charged + counter.takeExact()).toBe(value)
      }),
    )
  })

  test('ignores what was counted before the load', () => {
    const counter = new CumulativeCounter(250)
    counter.observe(900, 100)
    counter.rebase()
    counter.observe(1_000, 200)
    expect(counter.takeExact()).toBe(100)
  })
})

describe('the statistics of a client', () => {
  const report = (bytes: number, requests: number) =>
    JSON.stringify({
      tx_bytes: bytes,
      rx_bytes: 7,
      brokers: {
        one: {
          req: { Produce: requests },
          rtt: { cnt: 9, p50: 400 },
          int_latency: { cnt: 5, p99: 800 },
          throttle: { max: 30 },
        },
        idle: { req: { Produce: 0 }, rtt: { cnt: 0, p50: 0 }, int_latency: { cnt: 0, p99: 0 }, throttle: { max: 0 } },
      },
      topics: { events: { batchcnt: { cnt: 4, sum: 50 }, batchsize: { cnt: 4, sum: 6_000 } } },
    })

  test('say what a second cost', () => {
    const statistics = new ClientStatistics(250)
    statistics.observe(report(1_000, 2), 0)
    statistics.rebase()
    statistics.observe(report(5_000, 6), 250)
    statistics.noteThrottle(120)
    expect(statistics.take(1_000, true)).toEqual({
      sentBytes: 4_000,
      receivedBytes: 0,
      produceRequests: 4,
      brokerConnections: 1,
      throttleMs: 120,
      roundTripMedianUs: 400,
      internalLatencyP99Us: 800,
      recordsPerBatch: 12.5,
      batches: { count: 4, records: 50, bytes: 6_000 },
    })
  })

  test('are null if nothing was sent, and count no second twice', () => {
    const statistics = new ClientStatistics(250)
    statistics.observe(report(1_000, 2), 0)
    statistics.take(0, true)
    expect(statistics.take(1_000, true)).toMatchObject({
      sentBytes: 0,
      throttleMs: 0,
      roundTripMedianUs: null,
      internalLatencyP99Us: null,
      recordsPerBatch: null,
    })
  })

  test('use the time at which a report was made, not the time at which this process read it', () => {
    const statistics = new ClientStatistics(250)
    const made = (ms: number, bytes: number) => JSON.stringify({ ts: ms * 1_000, tx_bytes: bytes })
    statistics.observe(made(0, 0), 10_000)
    statistics.observe(made(250, 1_000), 10_250)
    // This report had to wait 400 ms for the process.
    statistics.observe(made(500, 2_000), 10_900)
    statistics.observe(made(750, 3_000), 10_900)
    expect(statistics.take(10_750, false).sentBytes).toBe(2_000)
  })

  test('accept a report of another release', () => {
    const statistics = new ClientStatistics(250)
    statistics.observe('{"name":"x","brokers":{"a":{}},"topics":{"t":{}}}', 0)
    expect(statistics.take(1, true).sentBytes).toBe(0)
  })
})

describe('a weighted median', () => {
  test('is the value in the middle of the weights', () => {
    const entries = [
      { median: 900, weight: 1 },
      { median: 100, weight: 3 },
      { median: 200, weight: 3 },
    ]
    expect([weightedMedian(entries), weightedMedian([])]).toEqual([200, null])
  })
})
