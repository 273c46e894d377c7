import { describe, expect, it } from 'vitest'
import { type Bill, billOf } from '../../../../src/billing/compute-bill.ts'
import {
  billSentence,
  cheapestBillSentence,
  missingLines,
  whyNothingKnown,
} from '../../../../src/presentation/billing/bill-sentences.ts'
import { mib, offeringNamed, scenarioOf } from '../../billing/billed-scenarios.ts'
import { publishedPrices, today } from '../../billing/shipped-prices.ts'

function billIn(region: string, offering: string, tier?: string): Bill {
  const deployment = { offering, size: 3, ...(tier === undefined ? {} : { tier }) }
  const load = scenarioOf({ deployment, bytesPerSec: mib })
  return billOf(load, offeringNamed(offering), publishedPrices, { today, region })
}

const express = (region: string) => billIn(region, 'aws-msk-express', 'express.m7g.large')

describe('the sentence on the cheapest bill', () => {
  it('names none if bills are in several currencies, and says why', () => {
    const bill = express('us-east-1')
    const sentence = cheapestBillSentence([bill, { ...bill, currency: 'EUR' }])
    expect(sentence).toBe(
      'The costs are in several currencies and no exchange rate is assumed, so no cheapest is named.',
    )
  })
})

describe('the sentence of a bill', () => {
  const load = scenarioOf({ deployment: { offering: 'aws-msk-express', size: 3 }, bytesPerSec: mib })
  const topics = load.workload.topics.map(({ retentionMs: _gone, ...topic }) => topic)
  const kept = { ...load, workload: { ...load.workload, topics } }
  const bill = billOf(kept, offeringNamed('aws-msk-express'), publishedPrices, { today })

  it('says that a retention is not stated, not that the price of storage is missing', () => {
    expect(billSentence(bill)).toMatch(/, without storage, because a retention is not stated\.$/)
  })

  it('says that prices are more than a year old, and which to check, as a forecast does', () => {
    const later = { today: '2028-01-01' }
    expect(billSentence(billOf(load, offeringNamed('aws-msk-express'), publishedPrices, later))).toMatch(
      /, at prices of 2026-\d\d-\d\d to 2026-\d\d-\d\d \(more than a year old\)\.$/,
    )
    const standard = offeringNamed('confluent-cloud-standard')
    const elastic = scenarioOf({ deployment: { offering: standard.id, size: 3 }, bytesPerSec: mib })
    expect(billSentence(billOf(elastic, standard, publishedPrices, later))).toMatch(
      / \(check before you quote, more than a year old\)\.$/,
    )
  })

  it('names the charges without a price before it', () => {
    const read = { charge: 'egress', name: 'Data read', unknown: 'price', reason: 'The price is not known.' } as const
    const missing = [read, ...bill.missing]
    expect(billSentence({ ...bill, missing })).toMatch(
      /, without data read, whose price is not known, and storage, because a retention is not stated\.$/,
    )
    expect(billSentence({ ...bill, missing: missing.slice(0, 1) })).toMatch(
      /, without data read, whose price is not known\.$/,
    )
    const written = { ...read, charge: 'ingress', name: 'Data written' } as const
    expect(billSentence({ ...bill, missing: [read, written] })).toMatch(
      /, without data read and data written, whose prices are not known\.$/,
    )
  })
})

describe('charges without a known amount', () => {
  it('are one line per reason', () => {
    expect(missingLines(express('eu-west-1'))).toEqual([
      'Units, data written, data read, storage, producers across zones, consumers across zones, replication across zones: No price of AWS MSK Express in eu-west-1 is known. Known regions: us-east-1, ap-south-1, cn-north-1.',
    ])
    const dedicated = missingLines(billIn('us-east-1', 'confluent-cloud-dedicated'))
    expect(dedicated[0]).toMatch(/^Units: Confluent publishes no price of a CKU\./)
    expect(dedicated[1]).toMatch(/^Data written, data read, storage: Not published for Dedicated\./)
  })

  it('have a reason for the whole bill only if nothing of it is known', () => {
    expect(whyNothingKnown(express('eu-west-1'))).toMatch(/^No price of AWS MSK Express in eu-west-1 is known\./)
    expect(whyNothingKnown(express('us-east-1'))).toBe('')
    expect(whyNothingKnown(billIn('us-east-1', 'confluent-cloud-dedicated'))).toBe('')
  })
})
