import { describe, expect, it } from 'vitest'
import { compareOfferings } from '../../../../src/capacity/compare-offerings.ts'
import { explainPrediction } from '../../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { shippedOffering, smallScenario } from '../known-files.ts'
import { constraintNamed, predictKnown } from './known-case.ts'

function capacities(prediction: ReturnType<typeof predictKnown>, ...ids: string[]): number[] {
  return ids.map((id) => constraintNamed(prediction, id).capacity)
}

describe('Google Cloud Managed Service for Apache Kafka', () => {
  const google = shippedOffering('google-managed-kafka')
  const of100In300Out = (size: number) => predictKnown(google, { size, ingressMegabytesPerSec: 100, groups: 3 })

  it('needs 43 vCPUs for 100 in and 300 out at RF 3: 300 + 500 / 4 = 425 of 10 MB/s each', () => {
    expect(constraintNamed(of100In300Out(43), 'bandwidth').demand / 1e6).toBeCloseTo(425, 6)
    expect(of100In300Out(43).headroom).toBeCloseTo(430 / 425, 6)
    expect(of100In300Out(42).headroom).toBeCloseTo(420 / 425, 6)
  })

  it('replicates for 1.25 a byte and follower: 10 MB/s unread at RF 1 are 10, at RF 3 35', () => {
    const demand = (replicationFactor: number) =>
      constraintNamed(
        predictKnown(google, { size: 3, ingressMegabytesPerSec: 10, groups: 0, replicationFactor }),
        'bandwidth',
      ).demand
    expect(demand(1) / 1e6).toBeCloseTo(10, 6)
    expect(demand(3) / 1e6).toBeCloseTo(35, 6)
  })

  it('says that its bandwidth holds for batches of 10 kB and more, in predictions and comparisons', () => {
    const withLinger = (lingerMs: number) =>
      smallScenario({
        topic: { partitions: 60 },
        producer: { peakRecordsPerSec: 20_000, recordValueBytes: 100, clients: 200, lingerMs },
        deployment: { offering: google.id, size: 3, asOf: undefined },
      })
    const warningOf = (lingerMs: number) => compareOfferings(withLinger(lingerMs), [google])[0]?.warning
    const said = (lingerMs: number) =>
      predict(withLinger(lingerMs), google).assumptions.find(({ id }) => id === 'small-batches')?.text
    expect(warningOf(0)).toContain('holds for batches of at least 10 kB, and those of this load have')
    expect(said(0)).toBe(`${google.name}: ${warningOf(0)}`)
    // 100 records/s of a client: after 10 s a batch of 1,000 records has more than 10 kB.
    expect([warningOf(10_000), said(10_000)]).toEqual([null, undefined])
  })

  it('begins at 3 vCPUs', () => {
    expect(predictKnown(google, { size: 2 }).refusals).toEqual([expect.stringContaining('begins at 3 vCPUs')])
  })
})

describe('AWS MSK Serverless', () => {
  const serverless = shippedOffering('aws-msk-serverless')

  it('takes 200 in and 400 out, so that three groups leave two thirds of 200', () => {
    const prediction = predictKnown(serverless, { ingressMegabytesPerSec: 200, groups: 3 })
    expect(prediction.headroom).toBeCloseTo(400 / 600, 6)
    expect(prediction.binding.map((each) => each.id)).toEqual(['egress'])
  })

  it('held 120 partitions in 2023 and holds 2,400 in 2026', () => {
    const isFeasible = (asOf: string) => predictKnown(serverless, { asOf, partitions: 121 }).isFeasible
    expect([isFeasible('2023-03'), isFeasible('2026-10')]).toEqual([false, true])
  })

  it.each(['2023-03', '2026-10'])('takes 500 consumer groups as of %s, and refuses one more at any rate', (asOf) => {
    const known = { asOf, connections: 100, ingressMegabytesPerSec: 0.001 }
    const withGroups = (groups: number) => predictKnown(serverless, { ...known, groups })
    const refusal = '501 groups are refused: 500 groups are the limit (500 groups).'
    expect(constraintNamed(withGroups(500), 'consumer-groups').utilisation).toBe(1)
    expect(withGroups(500).binding.map(({ id }) => id)).not.toContain('consumer-groups')
    const { refusals, binding, advice } = withGroups(501)
    expect(refusals).toContain(refusal)
    expect(binding).toContainEqual({ id: 'consumer-groups', dimension: 'consumer-groups', layer: 'cluster' })
    expect(advice.map(({ id }) => id)).toContain('fewer-consumer-groups')
  })
})

describe('AWS MSK Express', () => {
  const express = shippedOffering('aws-msk-express')

  it('takes 3 x 15.6 in and 3 x 31.2 out on three of the smallest brokers, half as much more in bursts', () => {
    const prediction = predictKnown(express, {
      size: 3,
      tier: 'express.m7g.large',
      ingressMegabytesPerSec: 93.6,
      groups: 1,
    })
    const [ingress = 0, egress = 0] = capacities(prediction, 'ingress', 'egress')
    expect([ingress / 1e6, egress / 1e6].map((each) => each.toFixed(1))).toEqual(['46.8', '93.6'])
    expect(prediction.headroom).toBeCloseTo(0.5, 6)
    expect(prediction.expected.ingressWireBytesPerSec.likely / 1e6).toBeCloseTo(46.8, 3)
    expect(prediction.expected.ingressWireBytesPerSec.high / 1e6).toBeCloseTo(70.2, 3)
  })

  it('counts replicas: 1,000 partitions at RF 3 fill three brokers of 1,000', () => {
    const prediction = (partitions: number) => predictKnown(express, { size: 3, tier: 'express.m7g.large', partitions })
    expect(constraintNamed(prediction(1000), 'partitions').utilisation).toBe(1)
    expect([prediction(1000).isFeasible, prediction(1001).isFeasible]).toEqual([true, false])
  })

  it('keeps three replicas, asks for a broker type and for three brokers', () => {
    const refusals = (change: object) =>
      predictKnown(express, { size: 3, tier: 'express.m7g.large', ...change }).refusals
    expect(refusals({})).toEqual([])
    expect(refusals({ replicationFactor: 2 }).join()).toContain('asks for 2 replicas: AWS MSK Express keeps 3')
    expect(refusals({ tier: undefined }).join()).toContain('has several tiers')
    expect(refusals({ size: 2 }).join()).toContain('begins at 3 brokers')
  })

  it('refuses other numbers of replicas as Confluent Cloud does, but not on brokers that stand for the service', () => {
    const scenario = smallScenario({ topic: { replicationFactor: 1 }, deployment: { asOf: undefined } })
    for (const kind of ['basic', 'standard', 'enterprise', 'freight', 'dedicated']) {
      const offering = shippedOffering(`confluent-cloud-${kind}`)
      const there = { ...scenario, deployment: { ...scenario.deployment, offering: offering.id } }
      const refusals = (allowsBurst: boolean) => predict(there, offering, { allowsBurst }).refusals.join(' ')
      expect(refusals(true)).toContain(`asks for 1 replica: ${offering.name} keeps 3.`)
      expect(refusals(false)).not.toContain('replica')
    }
  })

  it('assumes nothing about brokers that are bought by number', () => {
    const ids = predictKnown(express, { size: 3, tier: 'express.m7g.large' }).assumptions.map((each) => each.id)
    expect(ids).not.toContain('brokers')
  })
})

describe('Redpanda Cloud', () => {
  const byoc = shippedOffering('redpanda-cloud-byoc')
  const dedicated = shippedOffering('redpanda-cloud-dedicated')
  const serverless = shippedOffering('redpanda-cloud-serverless')

  it('takes 200 consumer groups on Serverless, and refuses one more', () => {
    const known = { connections: 100, ingressMegabytesPerSec: 0.001 }
    const withGroups = (groups: number) => predictKnown(serverless, { ...known, groups })
    expect([withGroups(200).isFeasible, withGroups(201).isFeasible]).toEqual([true, false])
  })

  it.each([
    ['tier-1', 20, 60, 2000, 9000],
    ['tier-5', 400, 800, 45_600, 180_000],
    ['tier-9', 2000, 4000, 112_500, 450_000],
  ])('%s takes %i in, %i out, %i partitions and %i connections', (tier, ingress, egress, partitions, connections) => {
    expect(capacities(predictKnown(byoc, { tier }), 'ingress', 'egress', 'partitions', 'connections')).toEqual([
      ingress * 1e6,
      egress * 1e6,
      partitions,
      connections,
    ])
  })

  it('counts a hundred partitions more in tier 3 of Dedicated, which ends at tier 5', () => {
    expect(capacities(predictKnown(dedicated, { tier: 'tier-3' }), 'partitions')).toEqual([11_300])
    expect(predictKnown(dedicated, { tier: 'tier-6' }).refusals.join()).toContain('has no tier "tier-6"')
  })

  it('takes 100 in and 300 out without servers', () => {
    expect(capacities(predictKnown(serverless, {}), 'ingress', 'egress')).toEqual([100e6, 300e6])
  })
})

describe('Azure Event Hubs', () => {
  const standard = shippedOffering('azure-event-hubs-standard')
  const premium = shippedOffering('azure-event-hubs-premium')
  const dedicated = shippedOffering('azure-event-hubs-dedicated')

  it('limits a throughput unit by 1,000 events where they are small: 10 units, 100-byte events', () => {
    const prediction = predictKnown(standard, { size: 10, ingressMegabytesPerSec: 10, recordValueBytes: 100 })
    expect(prediction.binding.map((each) => each.id)).toEqual(['records'])
    const { recordsPerSec } = prediction.achievable
    expect(recordsPerSec.likely).toBeCloseTo(10_000, 3)
  })

  it('limits a throughput unit by 1 MB/s where events are large', () => {
    const prediction = predictKnown(standard, { size: 10, ingressMegabytesPerSec: 20, recordValueBytes: 10_000 })
    expect(prediction.binding.map((each) => each.id)).toEqual(['ingress'])
    expect(prediction.headroom).toBeCloseTo(0.5, 6)
  })

  // 20,000 events/s written and 2 x 20,000 = 40,000 read of 20 x 4,096 = 81,920; with 5 groups 100,000.
  it('limits reading to 4,096 events of a unit, by all groups together, and writes on: 20 units, 100-byte events', () => {
    const withGroups = (groups: number) =>
      predictKnown(standard, { size: 20, partitions: 32, ingressMegabytesPerSec: 2.16, recordValueBytes: 100, groups })
    const read = (groups: number) => constraintNamed(withGroups(groups), 'records-read')
    expect(read(2).capacity).toBe(81_920)
    const written = withGroups(2).offered.recordsPerSec
    expect(read(2).demand / written).toBeCloseTo(2, 6)
    const held = withGroups(5)
    expect(held.binding.map((each) => each.id)).toEqual(['records-read'])
    expect(held.headroom).toBeCloseTo(81_920 / (5 * written), 6)
    expect(held.achievable.recordsPerSec.likely).toBeCloseTo(written, 0)
    expect(held.consumerGroups?.map(({ recordsPerSec }) => recordsPerSec.likely)[0]).toBeCloseTo(81_920 / 5, 0)
    expect(held.lag?.readShare).toBeCloseTo(81_920 / (5 * written), 6)
    expect(explainPrediction(held)).toContain('The records read limit binds')
  })

  it('takes the low end of the range of a processing unit and shows the high end as a burst', () => {
    const prediction = predictKnown(premium, { size: 4, ingressMegabytesPerSec: 40 })
    expect(prediction.headroom).toBeCloseTo(0.5, 6)
    expect(prediction.expected.ingressWireBytesPerSec.high / 1e6).toBeCloseTo(40, 3)
  })

  it('publishes no rate of a capacity unit, and says so', () => {
    const prediction = predictKnown(dedicated, { size: 1, partitions: 1024 })
    expect(prediction.isFeasible).toBe(true)
    expect(prediction.assumptions.map((each) => each.text).join()).toContain('No figure is published for ingress')
    expect(predictKnown(dedicated, { size: 1, partitions: 1025 }).isFeasible).toBe(false)
    const text = explainPrediction(prediction)
    expect(text).toContain(
      'Azure Event Hubs Dedicated publishes no rate as of 2022-01-05: what it carries is not known.',
    )
    expect(text).not.toContain('carries the whole load')
    expect(prediction.advice[0]?.text).toContain('ask the vendor what 1 capacity unit carries, or measure it')
  })
})

describe('IBM Event Streams Gen2', () => {
  it('divides 100 MB/s into 50 in and 50 out, with 30 % above it', () => {
    const prediction = predictKnown(shippedOffering('ibm-event-streams-gen2'), { ingressMegabytesPerSec: 100 })
    expect(prediction.headroom).toBeCloseTo(0.5, 6)
    expect(prediction.expected.ingressWireBytesPerSec.high / 1e6).toBeCloseTo(65, 3)
  })
})

describe('Aiven for Apache Kafka', () => {
  const aiven = shippedOffering('aiven-kafka-small')

  it('takes 250 KiB/s each way and ten partitions for nothing', () => {
    const free = { tier: 'free', partitions: 10, ingressMegabytesPerSec: 0.1 }
    expect(capacities(predictKnown(aiven, free), 'ingress', 'egress', 'partitions')).toEqual([256_000, 256_000, 10])
  })

  it('keeps one replica on Developer', () => {
    const refusals = (replicationFactor: number) =>
      predictKnown(aiven, { tier: 'developer', replicationFactor, ingressMegabytesPerSec: 0.5 }).refusals
    expect(refusals(1)).toEqual([])
    expect(refusals(3).join()).toContain('keeps 1')
  })
})

describe('Huawei Cloud DMS for Kafka', () => {
  const huawei = shippedOffering('huawei-dms-kafka')

  it('has 3 x 250 = 750 partitions and 3 x 30,000 records/s on three of kafka.2u4g.cluster, as its page works out', () => {
    const prediction = predictKnown(huawei, { size: 3, tier: 'kafka.2u4g.cluster' })
    expect(capacities(prediction, 'partitions', 'records', 'connections')).toEqual([750, 90_000, 6000])
  })

  it('is recommended for 3 x 20 = 60 consumer groups on three of kafka.2u4g.cluster', () => {
    const known = { size: 3, tier: 'kafka.2u4g.cluster', connections: 100, ingressMegabytesPerSec: 0.001 }
    expect(predictKnown(huawei, { ...known, groups: 60 }).isFeasible).toBe(true)
    const over = predictKnown(huawei, { ...known, groups: 61 })
    expect(over.refusals[0]).toContain('over the guideline of 60 groups')
    // A guideline is no limit that is enforced, so nothing says that the service refuses the workload.
    expect(explainPrediction(over)).toMatch(
      /^3 brokers would be over a guideline with this workload, whatever its rate\. 61 groups/,
    )
    const advice = over.advice.find(({ id }) => id === 'fewer-consumer-groups')
    expect(advice?.text).toContain('this many are over the guideline, whatever the load')
    expect([explainPrediction(over), advice?.text].join()).not.toContain('refuse')
  })

  it('adds writing and reading up: 150 in and 150 out fill 3 x 100 MB/s', () => {
    const prediction = predictKnown(huawei, {
      size: 3,
      tier: 'kafka.2u4g.cluster',
      ingressMegabytesPerSec: 150,
      recordValueBytes: 10_000,
    })
    expect(constraintNamed(prediction, 'bandwidth').utilisation).toBeCloseTo(1, 6)
  })

  it('stores every replica: 10 MB/s for 100 days at RF 3 are 259.2 TB of 300', () => {
    const prediction = predictKnown(huawei, {
      size: 3,
      tier: 'kafka.2u4g.cluster',
      ingressMegabytesPerSec: 10,
      retentionMs: 100 * 86_400_000,
    })
    expect(constraintNamed(prediction, 'storage').demand / 1e12).toBeCloseTo(259.2, 6)
    expect(constraintNamed(prediction, 'storage').utilisation).toBeCloseTo(0.864, 6)
  })
})

it('does not call an offering that publishes no rate a fit', () => {
  const scenario = smallScenario({ deployment: { asOf: undefined } })
  const [row] = compareOfferings(scenario, [shippedOffering('azure-event-hubs-dedicated')])
  expect([row?.fits, row?.reasons]).toEqual([
    false,
    ['Azure Event Hubs Dedicated publishes no rate as of 2022-01-05: what it carries is not known.'],
  ])
})
