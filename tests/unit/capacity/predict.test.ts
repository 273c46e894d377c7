import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { figureNames } from '../../../src/contracts/figures.ts'
import { dedicated, first, shippedOffering, smallScenario, whitePaper, withPartitions } from './known-files.ts'

const MB = 1e6

describe('the benchmark of the white paper of 2020', () => {
  const prediction = predict(whitePaper, dedicated)

  it('gives exactly 100 MB/s in and 300 MB/s out, bound by the bandwidth of 2 CKUs', () => {
    expect(prediction.achievable.ingressWireBytesPerSec.likely).toBe(100 * MB)
    expect(prediction.achievable.egressWireBytesPerSec.likely).toBe(300 * MB)
    expect(prediction.binding.map((each) => each.id)).toEqual(['ingress', 'egress'])
  })

  it('offers 125.3 MB/s on the wire, 122.88 of payload', () => {
    expect(prediction.offered.ingressPayloadBytesPerSec).toBe(122_880_000)
    expect(prediction.offered.ingressWireBytesPerSec / MB).toBeCloseTo(125.28, 2)
    expect(prediction.headroom).toBeCloseTo(0.7982, 4)
  })

  it('expects the published bursts, in payload MiB/s: 106 likely, 117 high', () => {
    const { likely, high } = prediction.expected.ingressPayloadBytesPerSec
    expect(likely / 2 ** 20).toBeCloseTo(106, 0)
    expect(high / 2 ** 20).toBeCloseTo(117, 0)
    expect(prediction.expected.ingressWireBytesPerSec.low).toBeLessThanOrEqual(100 * MB)
  })

  it('has a band narrow enough to be confirmed: within 25 % of the likely value', () => {
    for (const name of figureNames) {
      const { low, likely, high } = prediction.expected[name]
      expect(likely - low).toBeLessThan(0.25 * likely)
      expect(high - likely).toBeLessThan(0.25 * likely)
    }
  })

  it.each([
    [108, 100, 'ingress'],
    [21, 100, 'ingress'],
    [19, 95, 'partition-ingress'],
    [10, 50, 'partition-ingress'],
    [1, 5, 'partition-ingress'],
  ])('with %i partitions reaches %i MB/s in, bound by %s', (partitions, reached, dimension) => {
    const changed = predict(withPartitions(whitePaper, partitions), dedicated)
    expect(changed.achievable.ingressWireBytesPerSec.likely / MB).toBeCloseTo(reached, 6)
    expect(changed.binding.map((each) => each.dimension)).toContain(dimension)
  })

  it('needs 26 partitions for the offered load, more than the 20 that two CKUs fill', () => {
    expect(prediction.minimumPartitions).toEqual([
      {
        topic: 'perf-test',
        partitions: 26,
        formula: '125.3 MB/s in / 5 MB/s a partition = 26 (1 full CKU, 50 MB/s in, would need 10 partitions)',
      },
    ])
  })

  it('fits into 4 CKUs at 80 %, which it fills to 125.3 / 200', () => {
    const utilisation = expect.closeTo(125.3 / 200, 3)
    expect(prediction.smallest).toEqual({ size: 4, dimension: 'ingress', utilisation, targetUtilisation: 0.8 })
  })

  it('uses the limits of a CKU of 2026: 60 in, 180 out', () => {
    const { asOf: _, ...deployment } = whitePaper.deployment
    const today = predict({ ...whitePaper, deployment }, dedicated)
    expect(today.deployment.limitsAsOf).toBe('2026-03')
    expect(today.achievable.ingressWireBytesPerSec.likely).toBe(120 * MB)
    expect(today.achievable.egressWireBytesPerSec.likely).toBe(360 * MB)
    expect(today.constraints.map((each) => each.dimension)).toContain('requests')
  })

  it('is explained in one sentence', () => {
    expect(explainPrediction(prediction)).toMatchInlineSnapshot(
      `"2 CKUs carry 100 MB/s in and 300 MB/s out. The ingress and egress guidelines bind (50 MB/s x 2 CKUs = 100 MB/s, Confluent white paper of April 2020); ingress of the fullest partition is 19 % used at that rate, 23 % at the offered load."`,
    )
    expect(prediction.constraints.map((each) => each.formula)).toMatchInlineSnapshot(`
      [
        "125.3 MB/s written / (50 MB/s x 2 CKUs = 100 MB/s) = 125 %",
        "375.8 MB/s read / (150 MB/s x 2 CKUs = 300 MB/s) = 125 %",
        "108 partitions before replication / (3,000 partitions x 2 CKUs = 6,000 partitions) = 1.8 %",
        "16 connections, one per client / (1,000 connections x 2 CKUs = 2,000 connections) = 0.8 %",
        "1.16 MB/s into the fullest of 108 partitions (0.9 % of the topic) / 5 MB/s = 23 %",
        "3.48 MB/s by 3 groups out of the fullest of 108 partitions (0.9 % of the topic) / 15 MB/s = 23 %",
        "4 members in each group "perf-test" / 108 partitions to share out = 3.7 %",
        "10,000 records/s over the busiest connection of each "producer" client / (125 records per request / 0.404 ms = 309,406 records/s) = 3.2 %",
      ]
    `)
  })

  it('can be copied and compared, although its texts are computed when they are first read', () => {
    const prediction = predict(whitePaper, dedicated)
    const copies = [{ ...prediction }, structuredClone(prediction), JSON.parse(JSON.stringify(prediction))]
    for (const copy of copies) expect(copy).toEqual(predict(whitePaper, dedicated))
    expect(prediction.constraints).toBe(prediction.constraints)
  })

  it('does not use the published results', () => {
    expect(predict(whitePaper, { ...dedicated, evidence: { scenarios: {}, points: [] } })).toEqual(prediction)
  })
})

describe('a target that declares its capacity by quotas', () => {
  const context = { capacityScale: 0.1, allowsBurst: false, brokers: 3 }
  const prediction = predict(scaleScenario(whitePaper, 0.1), dedicated, context)

  it('expects the scaled limits without bursts, in a narrow band', () => {
    // A record takes 521.4917 bytes, and producers that wait for the quota fill batches of 125 with a header of 61 bytes.
    // The quota counts 55 more per request: 36, "perf-test" and "producer-1". 19,141.697 records/s fill 10 MB/s so.
    expect(prediction.expected.ingressWireBytesPerSec.likely / MB).toBeCloseTo(9.991578, 6)
    // Under a quota of 0.95 and of 1.06 times as much they wait as well: 521.9797 x 18,184.61 and x 20,290.2.
    expect(prediction.expected.ingressWireBytesPerSec.low / MB).toBeCloseTo(9.491999, 6)
    expect(prediction.expected.ingressWireBytesPerSec.high / MB).toBeCloseTo(10.591072, 6)
    expect(prediction.expected.egressWireBytesPerSec.likely / MB).toBeCloseTo(29.974733, 6)
  })

  it('keeps partitions and connections at full size', () => {
    expect(prediction.constraints.find((each) => each.id === 'partitions')?.capacity).toBe(6000)
    expect(prediction.constraints.find((each) => each.id === 'connections')?.capacity).toBe(2000)
  })

  it('puts 4 of 10 partitions on one of 3 brokers', () => {
    const scenario = withPartitions(scaleScenario(first, 0.1), 100)
    const even = predict(scenario, dedicated, { ...context, brokers: 1 })
    const uneven = predict(withPartitions(scenario, 10), dedicated, context)
    expect(even.binding.map((each) => each.id)).toEqual(['ingress'])
    expect(uneven.binding.map((each) => each.id)).toContain('ingress:busiest-broker')
    expect(uneven.headroom / even.headroom).toBeCloseTo(1 / 3 / 0.4, 6)
  })
})

describe('an impossible scenario is refused, without an exception', () => {
  it('refuses more partitions than the fixed limit at any load', () => {
    const prediction = predict(smallScenario({ topic: { partitions: 6001 } }), dedicated)
    expect(prediction.isFeasible).toBe(false)
    expect(prediction.headroom).toBe(0)
    expect(prediction.achievable.recordsPerSec).toEqual({ low: 0, likely: 0, high: 0 })
    expect(prediction.binding.map((each) => each.id)).toEqual(['partitions'])
    expect(prediction.refusals).toEqual([
      '6,001 partitions are refused: 6,000 partitions are the limit (3,000 partitions x 2 CKUs = 6,000 partitions).',
    ])
  })

  it('refuses connection attempts beyond the fixed limit of 2026', () => {
    const scenario = smallScenario({
      workload: { connections: { attemptsPerSec: 1001 } },
      deployment: { asOf: '2026-03' },
    })
    expect(predict(scenario, dedicated).refusals[0]).toContain('1,001 attempts/s are refused')
  })

  it.each([
    [{ size: 1, zones: 'multi' as const }, '1 CKU cannot be bought over several zones'],
    [{ size: 153 }, '153 CKUs cannot be bought: Confluent Cloud Dedicated ends at 152 CKUs.'],
    [{ size: 120, cloud: 'azure' as const, asOf: '2026-11' }, 'ends at 100 CKUs'],
    [
      { asOf: '2019-12' },
      'No limits of Confluent Cloud Dedicated are known as of 2019-12; the earliest are as of 2020-04.',
    ],
  ])('refuses a deployment of %o', (deployment, sentence) => {
    const prediction = predict(smallScenario({ deployment }), dedicated)
    expect(prediction.isFeasible).toBe(false)
    expect(prediction.refusals.join(' ')).toContain(sentence)
    expect(explainPrediction(prediction)).toContain('cannot take this workload')
  })

  it('applies the cap of 100,000 partitions at any size', () => {
    const scenario = smallScenario({ topic: { partitions: 100_001 }, deployment: { size: 100, asOf: '2026-03' } })
    expect(predict(scenario, dedicated).refusals[0]).toContain('at most 100,000 partitions')
  })
})

describe('single constraints', () => {
  it('counts clients in 2020 and connections to brokers in 2026', () => {
    const demand = (asOf: string) =>
      predict({ ...whitePaper, deployment: { ...whitePaper.deployment, asOf } }, dedicated).constraints.find(
        (each) => each.id === 'connections',
      )?.demand
    // 4 producers x 6 brokers + 12 consumers x (6 brokers + 1 coordinator)
    expect([demand('2020-04'), demand('2026-03')]).toEqual([16, 108])
  })

  it('says that consumers beyond the number of partitions are idle', () => {
    const prediction = predict(smallScenario({ group: { members: 20 } }), dedicated)
    const waste = prediction.constraints.find((each) => each.dimension === 'consumers-per-partition')
    expect(waste?.utilisation).toBeCloseTo(20 / 12, 9)
    expect(prediction.isFeasible).toBe(true)
    expect(prediction.advice.map((each) => each.text).join(' ')).toContain(
      '8 of the 20 members of "group" get no partition',
    )
  })

  it('reproduces the pipeline bound: batches of one, RF 3, acks=all, one connection', () => {
    const bound = (maxInFlight: number, roundTripMs: number) => {
      const producer = { batchBytes: 1, maxInFlight, peakRecordsPerSec: 1000 }
      const scenario = smallScenario({ topic: { partitions: 1 }, producer, workload: { roundTripMs } })
      return predict(scenario, dedicated).constraints.find((each) => each.dimension === 'producer-pipeline')?.capacity
    }
    // Measured on loopback: 2,092, 2,408 and 2,478 requests/s at 1, 5 and 1,000 in flight.
    expect(bound(1, 0.074)).toBeCloseTo(2092, -2)
    expect(bound(1000, 0.074)).toBeCloseTo(2478, -1)
    expect(Math.abs((bound(5, 0.074) ?? 0) / 2408 - 1)).toBeLessThan(0.03)
    // Over a network of 10 ms and 5 in flight, the network is not hidden.
    expect(bound(5, 10)).toBeCloseTo(5000 / 10.404, 6)
  })

  it('is bound by the pipeline if records are sent one by one', () => {
    const producer = { batchBytes: 1, peakRecordsPerSec: 50_000 }
    const prediction = predict(smallScenario({ topic: { partitions: 1 }, producer }), dedicated)
    expect(prediction.binding.map((each) => each.dimension)).toEqual(['producer-pipeline'])
    expect(prediction.achievable.recordsPerSec.likely).toBeCloseTo(2475.2, 1)
  })

  it('is bound by egress if many groups read', () => {
    const prediction = predict(
      smallScenario({
        topic: { partitions: 100 },
        producer: { peakRecordsPerSec: 60_000, lingerMs: 10 },
        group: { count: 12 },
      }),
      dedicated,
    )
    expect(prediction.binding.map((each) => each.dimension)).toEqual(['egress'])
    expect(prediction.advice.map((each) => each.id)).toContain('fewer-groups')
  })

  it('says that partitions do not help against a single hot key', () => {
    const keys = { kind: 'zipf' as const, distinct: 1000, exponent: 2 }
    const producer = { peakRecordsPerSec: 60_000, keys, recordKeyBytes: 8 }
    const prediction = predict(smallScenario({ producer }), dedicated)
    expect(prediction.binding.map((each) => each.dimension)).toEqual(['partition-ingress'])
    expect(prediction.minimumPartitions).toEqual([])
    expect(prediction.advice[0]?.text).toContain('no number of partitions helps')
  })

  it('refuses consumers whose empty fetches alone exceed the limit on requests', () => {
    const polling = { count: 100, members: 12, fetchMaxWaitMs: 1 }
    const prediction = predict(smallScenario({ group: polling, deployment: { asOf: '2026-03' } }), dedicated)
    expect([prediction.isFeasible, prediction.headroom]).toEqual([false, 0])
    expect(prediction.refusals[0]).toMatch(/^[\d,]+ requests\/s are over the guideline of 30,000 requests\/s/)
  })

  it('says that there is at least one broker, where a unit is taken as a part of one', () => {
    const deployment = { offering: 'confluent-cloud-basic', size: 1, asOf: '2026-06-30' }
    const { assumptions } = predict(smallScenario({ deployment }), shippedOffering('confluent-cloud-basic'))
    expect(assumptions.find(({ id }) => id === 'brokers')?.text).toMatch(
      /^1 broker behind 1 eCKU: not published, 0\.25 for each eCKU, at least one, assumed;/,
    )
  })

  it('has no egress if there are no consumers', () => {
    const prediction = predict(smallScenario({ group: null }), dedicated)
    expect(prediction.offered.egressWireBytesPerSec).toBe(0)
    expect(prediction.headroom).toBeGreaterThan(1)
  })
})
