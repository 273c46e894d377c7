import { type Bill, billOf } from '../../../src/billing/compute-bill.ts'
import type { BillChoice } from '../../../src/contracts/bill-request.ts'
import { type PriceSheet, priceSheet } from '../../../src/contracts/prices.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import { mib, offeringNamed, scenarioOf } from './billed-scenarios.ts'
import { publishedPrices, today } from './shipped-prices.ts'

/** Three brokers of MSK Express. */
export const express: Deployment = { offering: 'aws-msk-express', tier: 'express.m7g.large', size: 3 }

/** The bill of a load of 10 MiB/s. */
export function billFor(deployment: Deployment, choice: Partial<BillChoice> = {}, own: PriceSheet[] = []): Bill {
  const load = scenarioOf({ deployment, bytesPerSec: 10 * mib })
  return billOf(load, offeringNamed(deployment.offering), { ...publishedPrices, own }, { today, ...choice })
}

/** A sheet of the user with one list. */
export function sheetOf(list: object): PriceSheet {
  return priceSheet.parse({
    kind: 'headroom.prices',
    schemaVersion: 1,
    name: 'ours',
    checkedOn: '2026-11-20',
    sources: { contract: { title: 'Contract 17', date: '2026-11-20', grade: 'P' } },
    lists: [list],
  })
}

/** The amount of a charge per month; undefined if the bill has no line for it. */
export function amountOf({ lines }: Bill, charge: string): number | undefined {
  return lines.find((line) => line.charge === charge)?.perMonth.high
}
