import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClientStatistics, CumulativeCounter, weightedMedian } from '../../../src/runner/worker/client-statistics.ts'

describe('a cumulative counter', () => {
  test('charges a steady rate to every second alike, whenever the reports come', () => {
    const counter = new CumulativeCounter()
    const charged: number[] = []
    for (let ms = 0; ms <= 5_000; ms += 10) {
      // Reports every 250 ms, 130 ms off the seconds.
      if (ms % 250 === 130) counter.observe(ms * 20, ms)
      if (ms > 0 && ms % 1_000 === 0) charged.push(counter.take(ms))
    }
    expect(charged).toEqual([20_000, 20_000, 20_000, 20_000, 20_000])
  })

  test('charges in total what the counter says, neither more nor less', () => {
    const steps = fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 700 }), fc.boolean()), { minLength: 1 })
    fc.assert(
      fc.property(steps, (all) => {
        const counter = new CumulativeCounter()
        let value = 0
        let atMs = 0
        let charged = 0
        for (const [bytes, ms, isCut] of all) {
          value += bytes
          atMs += ms
          counter.observe(value, atMs)
          if (isCut) charged += counter.take(atMs + ms / 2)
        }
        // When nothing moves any more, estimates come to rest at the truth or were ahead of it by one interval at most.
        counter.observe(value, atMs + 250)
        charged += counter.takeExact()
        expect(charged).toBeGreaterThanOrEqual(value)
        expect(charged - value).toBeLessThanOrEqual(5_000)
      }),
    )
  })

  test('forgets what was before the load', () => {
    const counter = new CumulativeCounter()
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
      topics: { events: { batchcnt: { cnt: 4, sum: 50 } } },
    })

  test('say what a second cost', () => {
    const statistics = new ClientStatistics()
    statistics.observe(report(1_000, 2), 0)
    statistics.rebase()
    statistics.observe(report(5_000, 6), 250)
    statistics.noteThrottle(120)
    expect(statistics.take(1_000, true)).toEqual({
      sentBytes: 4_000,
      receivedBytes: 0,
      produceRequests: 4,
      throttleMs: 120,
      roundTripMedianUs: 400,
      internalLatencyP99Us: 800,
      recordsPerBatch: 12.5,
    })
  })

  test('are null where nothing was sent, and take no second twice', () => {
    const statistics = new ClientStatistics()
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

  test('survive a report of another release', () => {
    const statistics = new ClientStatistics()
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
