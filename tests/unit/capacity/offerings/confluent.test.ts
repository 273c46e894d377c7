import { describe, expect, it } from 'vitest'
import { dedicated, shippedOffering } from '../known-files.ts'
import { constraintNamed, predictKnown } from './known-case.ts'

const basic = shippedOffering('confluent-cloud-basic')
const standard = shippedOffering('confluent-cloud-standard')
const enterprise = shippedOffering('confluent-cloud-enterprise')
const freight = shippedOffering('confluent-cloud-freight')

describe('Confluent Cloud Dedicated', () => {
  it('has no more partitions beyond 22.2 CKUs: 22 x 4,500 = 99,000, then 100,000 for ever', () => {
    const capacity = (size: number) =>
      constraintNamed(predictKnown(dedicated, { size, asOf: '2026-03' }), 'partitions').capacity
    expect([1, 22, 23, 152].map(capacity)).toEqual([4500, 99_000, 100_000, 100_000])
  })

  it.each([
    ['2020-04', 100_000_000, 300_000_000],
    ['2024-12', 120_000_000, 360_000_000],
    ['2026-03', 120_000_000, 360_000_000],
  ])('as of %s takes %i in and %i out with 2 CKUs', (asOf, ingress, egress) => {
    const prediction = predictKnown(dedicated, { size: 2, asOf })
    expect(constraintNamed(prediction, 'ingress').capacity).toBe(ingress)
    expect(constraintNamed(prediction, 'egress').capacity).toBe(egress)
  })

  it('begins at 2 CKUs over several zones and ends at 100 on Azure', () => {
    expect(predictKnown(dedicated, { size: 1, zones: 'multi' }).refusals).toEqual([
      expect.stringContaining('begins at 2 CKUs'),
    ])
    expect(predictKnown(dedicated, { size: 1, zones: 'single' }).refusals).toEqual([])
  })

  it('limited connections by refusal in 2020 and by a guideline later', () => {
    const kind = (asOf: string) => constraintNamed(predictKnown(dedicated, { asOf, size: 2 }), 'connections').kind
    expect(['2020-04', '2024-12', '2026-03'].map(kind)).toEqual(['fixed', 'guideline', 'guideline'])
  })
})

describe('Confluent Cloud Basic', () => {
  it('takes 25 MB/s in, 75 out and 150 partitions with 5 eCKUs', () => {
    const prediction = predictKnown(basic, { size: 5 })
    const capacities = ['ingress', 'egress', 'partitions'].map((id) => constraintNamed(prediction, id).capacity)
    expect(capacities).toEqual([25_000_000, 75_000_000, 150])
  })

  it('takes at most 80 new connections a second before mid 2026, 5 an eCKU after', () => {
    const capacity = (asOf: string, size: number) =>
      constraintNamed(predictKnown(basic, { asOf, size }), 'connection-attempts').capacity
    expect([capacity('2026-02', 50), capacity('2026-02', 10), capacity('2026-06-30', 50)]).toEqual([80, 50, 250])
  })

  it.each([
    ['basic', basic],
    ['standard', standard],
  ])('was one cluster of 250 MB/s in and 750 out in 2025: %s', (_, offering) => {
    const prediction = predictKnown(offering, { asOf: '2025-06' })
    const dimensions = ['ingress', 'egress', 'partitions', 'connections', 'connection-attempts', 'requests']
    expect(dimensions.map((id) => constraintNamed(prediction, id).capacity)).toEqual([
      250e6, 750e6, 4096, 1000, 80, 15_000,
    ])
  })

  it('was one size of 100 MB/s each way and 5 TB in 2021', () => {
    const stored = (days: number) =>
      predictKnown(basic, { asOf: '2021-02-10', ingressMegabytesPerSec: 10, retentionMs: days * 86_400_000 })
    expect(constraintNamed(stored(5), 'ingress').capacity).toBe(100_000_000)
    // 10 MB/s x 86,400 s = 0.864 TB a day: five days fit, six do not.
    expect(constraintNamed(stored(5), 'storage').utilisation).toBeCloseTo(0.864, 6)
    expect(stored(6).isFeasible).toBe(false)
    expect(predictKnown(basic, { asOf: '2021-02-10', size: 2 }).refusals).toEqual([
      expect.stringContaining('ends at 1 eCKU'),
    ])
  })

  it('refuses records over 8 MB', () => {
    expect(predictKnown(basic, { size: 50, recordValueBytes: 8_000_001 }).refusals.join()).toContain('too large')
  })
})

describe('Confluent Cloud Standard', () => {
  it('ends at 10 eCKUs with 250 in, 750 out and 2,500 partitions', () => {
    const prediction = predictKnown(standard, { size: 10 })
    const capacities = ['ingress', 'egress', 'partitions'].map((id) => constraintNamed(prediction, id).capacity)
    expect(capacities).toEqual([250_000_000, 750_000_000, 2500])
    expect(predictKnown(standard, { size: 11 }).refusals).toEqual([expect.stringContaining('ends at 10 eCKUs')])
  })

  it('gets half of 50 MB/s from 1 eCKU: 25 / 50', () => {
    const prediction = predictKnown(standard, { size: 1, ingressMegabytesPerSec: 50, asOf: '2026-02' })
    expect(prediction.headroom).toBeCloseTo(0.5, 6)
    expect(prediction.binding.map((each) => each.id)).toContain('ingress')
  })
})

describe('Confluent Cloud Enterprise', () => {
  it('needs no cap on partitions: 3,000 x 32 is the 96,000 of a cluster', () => {
    const capacity = constraintNamed(predictKnown(enterprise, { size: 32 }), 'partitions').capacity
    expect(capacity).toBe(96_000)
  })

  it.each([
    ['2026-02', 'guideline', 'guideline', 'guideline'],
    ['2026-03-01', 'fixed', 'guideline', 'guideline'],
    ['2026-06-29', 'fixed', 'guideline', 'guideline'],
    ['2026-06-30', 'fixed', 'fixed', 'fixed'],
  ])('as of %s enforces requests as %s, connections as %s, attempts as %s', (asOf, requests, connections, attempts) => {
    const prediction = predictKnown(enterprise, { size: 2, asOf })
    expect(constraintNamed(prediction, 'requests').kind).toBe(requests)
    expect(constraintNamed(prediction, 'connections').kind).toBe(connections)
    expect(constraintNamed(prediction, 'connection-attempts').kind).toBe(attempts)
  })
})

describe('Confluent Cloud Freight', () => {
  it('refuses idempotent producers, whatever the size, and no other', () => {
    expect(predictKnown(freight, { size: 152, isIdempotent: true }).refusals).toEqual([
      '"producer" is idempotent: Confluent Cloud Freight does not accept idempotent producers.',
    ])
    expect(predictKnown(freight, { size: 2 }).refusals).toEqual([])
  })

  it('has no more partitions beyond 16.7 eCKUs: 16 x 3,000 = 48,000, then 50,000', () => {
    const capacity = (size: number) => constraintNamed(predictKnown(freight, { size }), 'partitions').capacity
    expect([2, 16, 17, 152].map(capacity)).toEqual([6000, 48_000, 50_000, 50_000])
  })

  it('begins at 2 eCKUs', () => {
    expect(predictKnown(freight, { size: 1 }).refusals).toEqual([expect.stringContaining('begins at 2 eCKUs')])
  })
})
