import { expect, it } from 'vitest'
import { withBills } from '../../../src/billing/compare-costs.ts'
import { sheetOfUnitPrices } from '../../../src/billing/unit-prices.ts'
import { compareOfferings } from '../../../src/capacity/compare-offerings.ts'
import type { UnitPrice } from '../../../src/contracts/bill-request.ts'
import { gatherOfferings } from '../../../src/presentation/sizing/compared-offerings.ts'
import { drawableOfferings, notDrawnSentence } from '../../../src/renderer/features/compare/cost-lines.ts'
import { publishedPrices, today } from '../billing/shipped-prices.ts'
import { shippedOffering, smallScenario } from '../capacity/known-files.ts'

const scenario = smallScenario({
  topic: { partitions: 60, retentionMs: 86_400_000 },
  producer: { peakRecordsPerSec: 80_000, lingerMs: 50 },
})

function fitting(ids: readonly string[], prices: readonly UnitPrice[] = []) {
  const offerings = ids.map(shippedOffering)
  const given = sheetOfUnitPrices(prices, publishedPrices.published, today)
  const sheets = { ...publishedPrices, own: given === null ? [] : [given] }
  const compared = compareOfferings(scenario, offerings)
  return gatherOfferings(withBills(scenario, compared, offerings, { sheets, choice: { today } }), scenario.deployment)
    .fitting
}

it('names the offerings that carry the load and are not drawn, with the reason', () => {
  const rows = fitting(['aws-msk-express', 'google-managed-kafka', 'redpanda-cloud-dedicated'])
  expect(drawableOfferings(rows).map(({ offering }) => offering)).toEqual(['google-managed-kafka', 'aws-msk-express'])
  expect(notDrawnSentence(rows)).toBe('Not drawn, because a price is not known: Redpanda Cloud Dedicated.')
})

it('says nothing if all are drawn', () => {
  expect(notDrawnSentence(fitting(['aws-msk-express', 'google-managed-kafka']))).toBe('')
})
