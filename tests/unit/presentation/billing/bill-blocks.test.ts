import { describe, expect, it } from 'vitest'
import { billOf } from '../../../../src/billing/compute-bill.ts'
import { billBlocks } from '../../../../src/presentation/billing/bill-blocks.ts'
import { mib, offeringNamed, scenarioOf } from '../../billing/billed-scenarios.ts'
import { publishedPrices, today } from '../../billing/shipped-prices.ts'

const offering = offeringNamed('confluent-cloud-standard')
const [topic] = scenarioOf({ deployment: { offering: offering.id, size: 2 }, bytesPerSec: mib }).workload.topics

/** The bill of topics of which the first ones state no retention, as text. */
function billed(withoutRetention: number, withRetention: number): string {
  const scenario = scenarioOf({ deployment: { offering: offering.id, size: 2 }, bytesPerSec: mib })
  if (topic === undefined) throw new Error('The scenario has no topic.')
  const { retentionMs: _gone, ...bare } = topic
  const named = [
    ...Array.from({ length: withoutRetention }, () => bare),
    ...Array.from({ length: withRetention }, () => topic),
  ].map((each, index) => ({ ...each, name: index === 0 ? topic.name : `topic-${index}` }))
  const [writer] = scenario.workload.producers
  if (writer === undefined) throw new Error('The scenario has no producer.')
  const producers = named.map(({ name }, index) => ({ ...writer, name: `writer-${index}`, topic: name }))
  const workload = { ...scenario.workload, topics: named, producers }
  return JSON.stringify(billBlocks(billOf({ ...scenario, workload }, offering, publishedPrices, { today }), null))
}

describe('where the prices of a bill come from', () => {
  it('is said with sheets, dates and every warning, beside region and currency', () => {
    const scenario = scenarioOf({ deployment: { offering: offering.id, size: 2 }, bytesPerSec: mib })
    const text = (on: string) =>
      JSON.stringify(billBlocks(billOf(scenario, offering, publishedPrices, { today: on }), null))
    expect(text(today)).toContain('["Prices","“Confluent Cloud, list prices”"]')
    const originOn = (on: string) => /"Prices of",(.*?)\]\]/.exec(text(on))?.[1]
    expect(originOn(today)).toContain('check before you quote')
    expect(originOn(today)).not.toContain('more than a year old')
    expect(originOn('2028-01-01')).toContain('more than a year old')
  })
})

describe('what a bill says is stored', () => {
  it('is not known without a retention, and at least that of the topics that state one', () => {
    expect(billed(0, 1)).toMatch(/"Stored, before replication","[\d,.]+ GiB"/)
    expect(billed(1, 0)).toContain('"Stored, before replication","not known"')
    expect(billed(1, 1)).toMatch(/"Stored, before replication","at least [\d,.]+ GiB"/)
  })
})
