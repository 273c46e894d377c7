import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

function refusalsOf(offering: string, replicationFactor: number, deployment: { size: number; tier?: string }) {
  const model = shippedOffering(offering)
  return predict(
    smallScenario({ topic: { replicationFactor }, deployment: { offering, asOf: '2026-11', ...deployment } }),
    model,
  ).refusals
}

describe('more replicas than brokers', () => {
  it('are refused if brokers are bought', () => {
    expect(refusalsOf('aws-msk-standard', 9, { size: 3, tier: 'kafka.m5.large' })).toContain(
      '"events" asks for 9 replicas: 3 brokers keep one each.',
    )
    expect(refusalsOf('huawei-dms-kafka', 4, { size: 3, tier: 'kafka.2u4g.cluster' })).toContain(
      '"events" asks for 4 replicas: 3 brokers keep one each.',
    )
  })

  it('are refused if brokers are assumed, with a sentence that says so', () => {
    expect(refusalsOf('confluent-cloud-dedicated', 9, { size: 1 })).toEqual([
      '"events" asks for 9 replicas: Confluent Cloud Dedicated keeps 3.',
      '"events" asks for 9 replicas: 3 brokers are assumed (their number is not published), and keep one each.',
    ])
    expect(refusalsOf('confluent-cloud-dedicated', 9, { size: 3 })).toEqual([
      '"events" asks for 9 replicas: Confluent Cloud Dedicated keeps 3.',
    ])
  })

  it('do not count as three if a fraction of a broker per unit is assumed', () => {
    expect(refusalsOf('confluent-cloud-standard', 3, { size: 1 })).toEqual([])
    expect(refusalsOf('confluent-cloud-standard', 4, { size: 1 })).toHaveLength(2)
  })

  it('need the size with as many brokers', () => {
    const scenario = smallScenario({ topic: { replicationFactor: 7 }, deployment: { size: 1 } })
    expect(predict(scenario, dedicated).smallest?.size).toBe(3)
  })
})

describe('what Azure Event Hubs takes', () => {
  const refusals = (tier: string, change: Parameters<typeof smallScenario>[0]) =>
    predict(
      smallScenario({ ...change, deployment: { offering: `azure-event-hubs-${tier}`, asOf: '2026-11', size: 1 } }),
      shippedOffering(`azure-event-hubs-${tier}`),
    ).refusals.join(' ')

  it('is gzip on Premium and Dedicated, and no compression on Standard', () => {
    for (const tier of ['premium', 'dedicated']) {
      expect(refusals(tier, { producer: { compression: 'lz4' } })).toMatch(
        / compresses with lz4: .* takes gzip only \(Azure/,
      )
      expect(refusals(tier, { producer: { compression: 'gzip' } })).not.toContain('compress')
    }
    expect(refusals('standard', { producer: { compression: 'gzip' } })).toContain('takes no compressed batches')
    expect(refusals('standard', {})).not.toContain('compress')
  })

  it('is so many partitions, groups and days of a topic', () => {
    const day = 86_400_000
    for (const [tier, partitions, count, days] of [
      ['standard', 32, 20, 7],
      ['premium', 100, 100, 90],
      ['dedicated', 1_024, 1_000, 90],
    ] as const) {
      const most = { topic: { partitions, retentionMs: days * day }, group: { count } }
      expect(refusals(tier, most)).not.toMatch(/ a topic |keeps records/)
      const text = refusals(tier, {
        topic: { partitions: partitions + 1, retentionMs: days * day + 1 },
        group: { count: count + 1 },
      })
      expect(text).toContain(`takes at most ${partitions.toLocaleString('en')} a topic`)
      expect(text).toContain(`takes at most ${count.toLocaleString('en')} a topic`)
      expect(text).toContain(`keeps them for at most ${days} days`)
    }
  })
})
