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
      '"events" asks for 9 replicas: 3 brokers are assumed (their number is not published), and keep one each.',
    ])
    expect(refusalsOf('confluent-cloud-dedicated', 9, { size: 3 })).toEqual([])
  })

  it('do not count as three if a fraction of a broker per unit is assumed', () => {
    expect(refusalsOf('confluent-cloud-standard', 3, { size: 1 })).toEqual([])
    expect(refusalsOf('confluent-cloud-standard', 4, { size: 1 })).toHaveLength(1)
  })

  it('need the size with as many brokers', () => {
    const scenario = smallScenario({ topic: { replicationFactor: 7 }, deployment: { size: 1 } })
    expect(predict(scenario, dedicated).smallest?.size).toBe(3)
  })
})
