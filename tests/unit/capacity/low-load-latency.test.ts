import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

type Change = Parameters<typeof smallScenario>[0]

/** 100 records/s to one partition of three replicas on three m5.2xlarge, 0.5 ms away. */
function latencyOf({ producer, workload, deployment, topic }: Change = {}) {
  const { latency } = predict(
    smallScenario({
      group: null,
      topic: { partitions: 1, ...topic },
      producer: { peakRecordsPerSec: 100, recordValueBytes: 200, lingerMs: 0, ...producer },
      workload: { roundTripMs: 0.5, ...workload },
      deployment: { offering: hosts.id, size: 3, tier: 'm5.2xlarge', asOf: '2020-01', ...deployment },
    }),
    hosts,
  )
  return latency ?? { produce: null, reason: 'left out' }
}

function batchWaitMs(change: Change): number | undefined {
  return latencyOf(change).produce?.batchWaitMs
}

describe('the median latency at low load', () => {
  it('is the round trip, and clients and brokers between a request at full load and one whose threads slept', () => {
    const { produce } = latencyOf()
    expect(produce?.batchWaitMs).toBe(0)
    expect(produce?.roundTripMs).toEqual({ low: 0.5, likely: 0.5, high: 0.5 })
    // 61.4 + 20 us a request and 318 us for the replicas, and a little for its one record.
    expect(produce?.handlingMs.low).toBeGreaterThan(0.3994)
    expect(produce?.handlingMs.low).toBeLessThan(0.405)
    // 0.40 + 2.8 ms, hardly stretched by so little load; between the two their geometric mean.
    expect(produce?.handlingMs.high).toBeCloseTo(3.2, 1)
    expect(produce?.handlingMs.likely).toBeCloseTo(Math.sqrt(0.4 * 3.2), 1)
    const { low, likely, high } = produce?.medianMs ?? { low: 0, likely: 0, high: 0 }
    expect(low).toBeCloseTo(0.5 + (produce?.handlingMs.low ?? 0), 12)
    expect([low < likely, likely < high]).toEqual([true, true])
  })

  it('is shorter with acks=1, which waits for no follower', () => {
    // 61.4 + 20 us a request, 0.25 a record and 2.5 ns for each of some 280 bytes.
    expect(latencyOf({ producer: { acks: '1' } }).produce?.handlingMs.low).toBeCloseTo(0.0823, 4)
  })

  it('has the whole linger where no record joins the first, and half of it where many do', () => {
    expect(batchWaitMs({ producer: { lingerMs: 5 } })).toBe(5)
    // 10 records join the first within 20 ms: 20 x 11 / 20.
    expect(batchWaitMs({ producer: { lingerMs: 20, peakRecordsPerSec: 500 } })).toBeCloseTo(11, 9)
    expect(batchWaitMs({ producer: { lingerMs: 100, peakRecordsPerSec: 500 } })).toBeCloseTo(51, 9)
    // Ten clients have batches of their own, of a tenth of the records each.
    expect(batchWaitMs({ producer: { lingerMs: 20, peakRecordsPerSec: 500, clients: 10 } })).toBe(20)
  })

  it('does not wait for a linger that is longer than a batch takes to fill', () => {
    const full = batchWaitMs({ producer: { lingerMs: 1_000, peakRecordsPerSec: 1_000, batchBytes: 2_000 } }) ?? 0
    expect(full).toBeGreaterThan(1)
    expect(full).toBeLessThan(10)
  })

  it('lets keys of many partitions join less often, except that Java sends the batches of a broker together', () => {
    const producer = { lingerMs: 20, peakRecordsPerSec: 600, keys: { kind: 'uniform', distinct: 1e6 } as const }
    const topic = { partitions: 12 }
    // One record joins in each partition within 20 ms, but four on each broker.
    expect(batchWaitMs({ topic, producer })).toBeCloseTo(20, 9)
    expect(batchWaitMs({ topic, producer, workload: { clientFamily: 'java' } })).toBeCloseTo((20 * 5) / 8, 9)
  })

  it('has the way between brokers once, likely 1.25 times and at most twice, if the scenario gives one', () => {
    const near = latencyOf().produce
    const far = latencyOf({ deployment: { brokerRoundTripMs: 10 } }).produce
    expect(far?.roundTripMs).toEqual({ low: 10.5, likely: 13, high: 20.5 })
    // A connection carries 97 of these requests a second, so some of the 100 records share one, which is a little larger.
    expect(far?.handlingMs.low).toBeCloseTo(near?.handlingMs.low ?? 0, 3)
    expect(
      latencyOf({ deployment: { brokerRoundTripMs: 10 }, producer: { acks: '1' } }).produce?.roundTripMs.high,
    ).toBe(0.5)
  })

  it('takes an unknown round trip for anything between one zone and several', () => {
    expect(latencyOf({ workload: { roundTripMs: undefined } }).produce?.roundTripMs).toEqual({
      low: 0.1,
      likely: 1,
      high: 2,
    })
  })

  it('waits for the flush of a topic that asks for one', () => {
    const [without, flushing] = [latencyOf(), latencyOf({ topic: { flushMessages: 1 } })]
    const leastOf = ({ produce }: typeof without) => produce?.handlingMs.low ?? Number.NaN
    // Three syncs of 1 ms on the leader, then on the followers.
    expect(leastOf(flushing) - leastOf(without)).toBeCloseTo(6, 6)
  })

  it('is that of the record in the middle, where producers differ', () => {
    const of = (fastPerSec: number) =>
      latencyOf({
        workload: {
          producers: [
            { name: 'slow', topic: 'events', peakRecordsPerSec: 100, recordValueBytes: 200, lingerMs: 50 },
            { name: 'fast', topic: 'events', peakRecordsPerSec: fastPerSec, recordValueBytes: 200, lingerMs: 0 },
          ],
        },
      })
    expect(of(50).produce?.producer).toBe('slow')
    expect(of(200).produce?.producer).toBe('fast')
    expect(of(200).reason).toContain('of "fast", which has the median record')
  })

  it('has a higher end the more of the first limit is filled, and is not predicted above half of it', () => {
    const highOf = (peakRecordsPerSec: number) => {
      const found = latencyOf({ producer: { peakRecordsPerSec, batchBytes: 200_000 }, topic: { partitions: 12 } })
      return found.produce === null ? found.reason : found.produce.handlingMs.high
    }
    expect(highOf(1_000)).toBeGreaterThan(Number(highOf(10)))
    expect(highOf(10_000_000)).toMatch(/^No latency is predicted: the load fills .* of its first limit\. Up to 50 %/)
  })

  it('states the chance that the load is as low as it assumes, unless that is nearly sure', () => {
    const of = (peakRecordsPerSec: number) =>
      latencyOf({ producer: { peakRecordsPerSec, batchBytes: 200_000 }, topic: { partitions: 12 } })
    const [tiny, larger] = [of(10), of(100_000)]
    expect(tiny.produce?.lowLoadChance).toBeGreaterThan(0.95)
    expect(tiny.reason).not.toContain('chance')
    expect(larger.produce?.lowLoadChance).toBeGreaterThan(0.5)
    expect(larger.produce?.lowLoadChance).toBeLessThan(0.95)
    expect(larger.reason).toContain(
      'This holds if the load fills at most 50 % of each limit of that cluster; the chance of that is',
    )
  })

  it('says why there is none: a service whose hosts are not known, acks=0, synchronous senders, transactions', () => {
    const ofService = predict(smallScenario({}), dedicated).latency
    expect(ofService).toEqual({ produce: null, reason: expect.stringContaining('its hosts are not known') })
    expect(latencyOf({ producer: { acks: '0' } }).reason).toContain('waits for no acknowledgement')
    expect(latencyOf({ producer: { synchronousSenders: 4 } }).reason).toContain('synchronous senders')
    expect(latencyOf({ producer: { transactionMs: 100 } }).reason).toContain('transactions')
  })
})
