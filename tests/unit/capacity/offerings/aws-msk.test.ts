import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import { answerSizes } from '../../../../src/capacity/size-answers.ts'
import type { Offering } from '../../../../src/contracts/offering.ts'
import { scenario } from '../../../../src/contracts/scenario.ts'
import { shippedOffering } from '../known-files.ts'

const standard = shippedOffering('aws-msk-standard')
const express = shippedOffering('aws-msk-express')

/** Large batches, so that processors bind nowhere. */
function onStandard(deployment: Record<string, unknown> = {}, groups = 2, peakRecordsPerSec = 1_000_000) {
  return scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'right-sizing',
    workload: {
      topics: [{ name: 'topic', partitions: 72, replicationFactor: 3 }],
      producers: [
        {
          name: 'perf-test',
          topic: 'topic',
          clients: 6,
          peakRecordsPerSec,
          recordValueBytes: 1024,
          lingerMs: 50,
          batchBytes: 262_144,
        },
      ],
      consumerGroups: groups === 0 ? [] : [{ name: 'readers', topic: 'topic', count: groups, members: 6 }],
    },
    deployment: { offering: standard.id, tier: 'kafka.m5.large', size: 3, ...deployment },
  })
}

const capacity = (...given: Parameters<typeof onStandard>) => {
  const { achievable, binding } = predict(onStandard(...given), standard)
  return {
    megabytes: achievable.ingressWireBytesPerSec.likely / 1e6,
    binding: binding.map(({ dimension }) => dimension),
  }
}

describe('AWS MSK Standard', () => {
  // By hand: min(250 MiB/s x n / 3, way x n / 3, network x n / (groups + 2)).
  it.each([
    ['kafka.m5.large', 3, 2, (93.75 * 3) / 4, 'network-out'],
    ['kafka.m5.large', 3, 1, 81.25, 'storage-bandwidth'],
    ['kafka.m5.xlarge', 3, 2, (156.25 * 3) / 4, 'network-out'],
    ['kafka.m5.2xlarge', 6, 2, (312.5 * 6) / 4, 'network-out'],
    ['kafka.m5.4xlarge', 3, 1, 262.144, 'storage-bandwidth'],
    ['kafka.m7g.4xlarge', 9, 0, (262.144 * 9) / 3, 'storage-bandwidth'],
  ])('takes what the right-sizing formula says: %s x %i, %i groups', (tier, size, groups, expected, binding) => {
    const found = capacity({ tier, size }, groups, 4_000_000)
    expect(found.megabytes / expected).toBeCloseTo(1, 2)
    expect(found.binding).toContain(binding)
  })

  it('has the network of the EC2 instances, each of which has one published', () => {
    const networks = (offering: Offering) =>
      offering.model === 'broker-hardware'
        ? offering.hardware.hosts.map(({ id, network }) => [id.replace('kafka.', ''), network] as const)
        : []
    const ec2 = new Map(networks(shippedOffering('apache-kafka-on-hosts')))
    expect([...ec2].filter(([, network]) => network === undefined)).toEqual([])
    const compared = networks(standard).filter(([id]) => ec2.has(id))
    expect(compared.length).toBe(15)
    for (const [id, network] of compared) expect([id, network]).toEqual([id, ec2.get(id)])
  })

  it('has volumes of 250 MiB/s, and what is provisioned up to the way to them', () => {
    const volume = { type: 'msk', throughputBytesPerSec: 900 * 1_048_576 }
    expect(capacity({ tier: 'kafka.m5.4xlarge', volume }, 0).megabytes).toBeCloseTo(593.75, 0)
  })

  it('has 16,384 GiB a broker at most, unless the size of the volumes is given', () => {
    // By hand: 1 MB/s for 90 days, three replicas on three brokers: 7.8 TB a broker; three times as much does not fit.
    const retained = (megabytesPerSec: number, deployment = {}) => {
      const asked = onStandard(deployment, 1, megabytesPerSec * 900)
      const [topic] = asked.workload.topics
      if (topic === undefined) throw new Error('no topic')
      const topics = [{ ...topic, retentionMs: 90 * 86_400_000 }]
      return { ...asked, workload: { ...asked.workload, topics } }
    }
    expect(predict(retained(1), standard).isFeasible).toBe(true)
    const full = predict(retained(3), standard)
    expect(full.refusals.join(' ')).toMatch(/17\.6 TB/)
    expect(answerSizes(retained(3), standard)[0]?.smallest).toMatchObject({ size: 6, dimension: 'storage' })
    expect(full.assumptions.find(({ id }) => id === 'disk-space')?.text).toContain(
      'only the most that a broker can have',
    )
    const volume = { type: 'msk', count: 1, sizeBytes: 10e12 }
    const given = predict(retained(3, { volume }), standard).constraints.filter(({ id }) => id === 'storage')
    expect(given.map(({ capacity }) => capacity)).toEqual([10e12])
  })

  it('comes in multiples of three, as Express does, in refusals and in answers', () => {
    const four = predict(onStandard({ size: 4 }), standard)
    expect(four.refusals.join(' ')).toContain('4 brokers cannot be bought: AWS MSK Standard comes in multiples of 3.')
    const bought = (text: string) => text.includes('cannot be bought')
    expect(predict(onStandard({ size: 1 }), standard).refusals.filter(bought)).toEqual([
      '1 broker cannot be bought: AWS MSK Standard begins at 3 brokers.',
    ])
    for (const [rate, offering] of [
      [150_000, standard],
      [100_000, express],
    ] as const) {
      const asked = onStandard({ offering: offering.id, tier: offering.tiers?.[0]?.id }, 1, rate)
      const size = answerSizes(asked, offering)[0]?.smallest?.size ?? 0
      expect(size).toBeGreaterThan(3)
      expect(size % 3).toBe(0)
      expect(predict(onStandard({ ...asked.deployment, size }, 1, rate), offering).refusals).toEqual([])
    }
  })
})
