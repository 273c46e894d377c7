import { describe, expect, it } from 'vitest'
import { withBills } from '../../../../src/billing/compare-costs.ts'
import { billOf } from '../../../../src/billing/compute-bill.ts'
import { sheetOfUnitPrices } from '../../../../src/billing/unit-prices.ts'
import { compareOfferings } from '../../../../src/capacity/compare-offerings.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { billSection, firstPageCosts } from '../../../../src/presentation/billing/bill-section.ts'
import { sizeNoteOf } from '../../../../src/presentation/billing/size-note.ts'
import { costContent, costNote } from '../../../../src/presentation/sizing/compared-cost.ts'
import { offeringNamed } from '../../billing/billed-scenarios.ts'
import { publishedPrices, today } from '../../billing/shipped-prices.ts'
import { first } from '../../capacity/known-files.ts'

const perUnit = { offering: 'confluent-cloud-dedicated', amount: 2.5, per: 'unit-hour', currency: 'USD' } as const
const typed = sheetOfUnitPrices([perUnit], publishedPrices.published, today)
const yours = { ...publishedPrices, own: typed === null ? [] : [typed] }

/** The bill of a scenario as a report has it, and the comparison that names its smallest size. */
function reported(scenario: Scenario, sheets = yours) {
  const offering = offeringNamed(scenario.deployment.offering)
  const pricing = { sheets, choice: { today } }
  const prediction = predict(scenario, offering)
  const bill = {
    ...billOf(scenario, offering, sheets, pricing.choice),
    ...sizeNoteOf(prediction, offering),
    chanceMet: prediction.chanceMet ?? null,
  }
  const compared = compareOfferings(scenario, [offering], { targetUtilisation: 0.8 })
  return { billed: { bill, brokenSheets: [] }, compared: withBills(scenario, compared, [offering], pricing) }
}

const atSize = (size: number) => ({ ...first, deployment: { ...first.deployment, size } })

describe('the costs on the first page of a sizing report', () => {
  it('begin with the size that carries the load, and say that the scenario’s does not', () => {
    const { billed, compared } = reported(atSize(1))
    expect(firstPageCosts(billed, compared)).toMatch(
      /^Confluent Cloud Dedicated, 2 CKUs: at least [\d,.]+ USD a month, .* The scenario has Confluent Cloud Dedicated, 1 CKU: at least [\d,.]+ USD a month\. That size does not carry the load\.$/,
    )
  })

  it('say what a smaller size would cost, where the scenario’s is larger than needed', () => {
    const { billed, compared } = reported(atSize(5))
    expect(firstPageCosts(billed, compared)).toMatch(
      /^Confluent Cloud Dedicated, 5 CKUs: .* Confluent Cloud Dedicated, 2 CKUs, would be enough: at least [\d,.]+ USD a month\.$/,
    )
  })

  it('are one sentence where the scenario has the smallest size', () => {
    const { billed, compared } = reported(atSize(2))
    expect(firstPageCosts(billed, compared)).not.toMatch(/enough|does not carry/)
  })

  it('say that the size does not carry the load, although no price is known', () => {
    const { billed, compared } = reported(atSize(1), publishedPrices)
    expect(firstPageCosts(billed, compared)).toMatch(
      /^No price of Confluent Cloud Dedicated, 1 CKU is known.* That size does not carry the load\.$/,
    )
  })

  it('name the hosts that the comparison names, not the cheapest ones that may be too slow', () => {
    const onHosts = { ...first, deployment: { offering: 'apache-kafka-on-hosts', tier: 'i3en.2xlarge', size: 1 } }
    const { billed, compared } = reported(onHosts)
    const cheapest = compared.find(({ fits }) => fits)
    expect(cheapest?.chanceMet).toBeLessThan(0.9)
    const title = `${cheapest?.bill?.size} brokers of ${cheapest?.tier}`
    expect(firstPageCosts(billed, compared)).not.toContain(title)
    expect(JSON.stringify(billSection(billed, compared))).not.toContain(title)
  })
})

describe('prices of the user’s own in a comparison', () => {
  it('are said to be in a cost, and in the note below', () => {
    const own = reported(first).compared.find(({ fits }) => fits)
    const published = reported(first, publishedPrices).compared.find(({ fits }) => fits)
    if (own?.bill == null || published?.bill == null) throw new Error('no bill')
    expect(JSON.stringify(costContent(own, today))).toContain('with your prices')
    expect(JSON.stringify(costContent(published, today))).not.toContain('your')
    expect(costNote([own.bill])).toMatch(/^Cost a month at list prices and yours without tax/)
    expect(costNote([published.bill])).toMatch(/^Cost a month at list prices without tax/)
  })
})
