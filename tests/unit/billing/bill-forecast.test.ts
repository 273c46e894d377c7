/**
 * The costs of a forecast against bills that are made one by one: growth is worked out here by itself.
 */
import { describe, expect, it } from 'vitest'
import { forecastCosts } from '../../../src/billing/bill-forecast.ts'
import { withBills } from '../../../src/billing/compare-costs.ts'
import { billOf } from '../../../src/billing/compute-bill.ts'
import { compareOfferings } from '../../../src/capacity/compare-offerings.ts'
import { forecast } from '../../../src/capacity/forecast/compute-forecast.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import type { Forecast } from '../../../src/contracts/forecast.ts'
import type { GrowthRule } from '../../../src/contracts/growth.ts'
import type { PriceSheet } from '../../../src/contracts/prices.ts'
import { type Deployment, type Scenario, scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { offeringNamed } from './billed-scenarios.ts'
import { publishedPrices, today } from './shipped-prices.ts'

const dayMs = 86_400_000
const from = Date.UTC(2026, 11, 1) / dayMs
const to = Date.UTC(2029, 11, 1) / dayMs
const choice = { today }

function scenarioOn(deployment: Deployment, partitions = 96): Scenario {
  return scenarioSchema.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'growing',
    workload: {
      topics: [{ name: 'events', partitions, replicationFactor: 3, retentionMs: dayMs }],
      producers: [
        {
          ...{ name: 'writers', topic: 'events', clients: 10, recordValueBytes: 1000 },
          ...{ peakRecordsPerSec: 30_000, averageRecordsPerSec: 10_000 },
        },
      ],
      consumerGroups: [{ name: 'readers', topic: 'events', count: 2 }],
    },
    deployment,
  })
}

/** Compound growth of 50 % a year. */
const halfMore: GrowthRule = {
  kind: 'compound',
  perPeriod: { low: 0.5, likely: 0.5, high: 0.5, coverage: 0.9 },
  period: 'year',
}

/** 1.5 a year: the whole years as powers, the days after them as their share of the year. */
function factorOn(day: string): number {
  const at = Date.parse(`${day}T00:00:00Z`) / dayMs
  const anniversary = (years: number) => Date.UTC(2026 + years, 11, 1) / dayMs
  let years = 0
  while (anniversary(years + 1) <= at) years += 1
  return 1.5 ** (years + (at - anniversary(years)) / (anniversary(years + 1) - anniversary(years)))
}

function answer(scenario: Scenario, rules: readonly GrowthRule[] = [halfMore], own: readonly PriceSheet[] = []) {
  const offering = offeringNamed(scenario.deployment.offering)
  const found = forecast(scenario, offering, { rules, from, to })
  const sheets = { ...publishedPrices, own }
  return { found, costs: forecastCosts(scenario, offering, found, { sheets, choice }) }
}

function sizeOn({ purchases }: Forecast, day: string): number | null {
  let size: number | null = null
  for (const each of purchases) if (each.from <= day) size = each.size
  return size
}

describe('the costs of a forecast', () => {
  it.each<Deployment>([
    { offering: 'aws-msk-express', tier: 'express.m7g.large', size: 3 },
    { offering: 'google-managed-kafka', size: 12 },
    { offering: 'confluent-cloud-enterprise', size: 1 },
    { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 },
  ])('on %j are the bills of the grown load at the size to buy for each day', (deployment) => {
    const scenario = scenarioOn(deployment)
    const { found, costs } = answer(scenario)
    const days = [...new Set(['2026-12-01', ...found.purchases.map((each) => each.from), '2029-12-01'])]
    const points = costs.points.filter(({ of }, index) => of === 'schedule' || index === 0)
    expect([...new Set(points.map(({ day }) => day))]).toEqual(days)
    expect(days.length).toBeGreaterThan(2)
    const partitions = Math.max(96, ...found.partitions.map(({ needed }) => needed ?? 0))
    for (const { day, of, size, totalPerMonth, ingressBytesPerSec, isComplete } of costs.points) {
      const isOwn = of === 'scenario'
      expect(size).toBe(isOwn ? deployment.size : sizeOn(found, day))
      if (size === null) continue
      const grown = scaleScenario(scenarioOn({ ...deployment, size }, isOwn ? 96 : partitions), factorOn(day))
      const bill = billOf(grown, offeringNamed(deployment.offering), publishedPrices, choice)
      expect(isComplete).toBe(bill.isComplete)
      expect((ingressBytesPerSec ?? 0) / bill.load.ingressBytesPerSec).toBeCloseTo(1, 9)
      expect((totalPerMonth?.high ?? 0) / (bill.totalPerMonth?.high ?? 1)).toBeCloseTo(1, 9)
    }
  })

  it('begin with the bill of the scenario, and with that of compare where the smallest size is another', () => {
    const offering = offeringNamed('google-managed-kafka')
    const scenario = scenarioOn({ offering: offering.id, size: 40 })
    // At this growth the smallest size lasts, so that no larger one is bought.
    const slow: GrowthRule = { ...halfMore, perPeriod: { low: 0.01, likely: 0.01, high: 0.01, coverage: 0.9 } }
    const { costs, found } = answer(scenario, [slow])
    const [own, smallest] = costs.points
    const pricing = { sheets: publishedPrices, choice }
    const [compared] = withBills(scenario, compareOfferings(scenario, [offering]), [offering], pricing)
    const billed = billOf(scenario, offering, publishedPrices, choice)
    expect(own).toMatchObject({ day: '2026-12-01', of: 'scenario', size: 40, totalPerMonth: billed.totalPerMonth })
    expect(smallest).toMatchObject({ day: '2026-12-01', of: 'schedule', size: compared?.size })
    expect(smallest?.totalPerMonth).toEqual(compared?.bill?.totalPerMonth)
    const quick = answer(scenario)
    expect(quick.found.sizes[0]?.size).toBe(compared?.size)
    expect(quick.costs.points[1]?.size).toBe(quick.found.purchases[0]?.size)
    expect(quick.costs.points[1]?.size).toBeGreaterThan(compared?.size ?? 0)
    expect(found.purchases[0]?.size).toBe(compared?.size)
  })

  it('have one point on the first day if the scenario has the smallest size', () => {
    const scenario = scenarioOn({ offering: 'aws-msk-express', tier: 'express.m7g.large', size: 3 })
    const days = answer(scenario).costs.points.map(({ day, of }) => [day, of])
    expect(days[0]).toEqual(['2026-12-01', 'scenario'])
    expect(days.slice(1).every(([day, of]) => day !== '2026-12-01' && of === 'schedule')).toBe(true)
  })

  it('say that elastic units are not billed by the size, and not how many one of the loads needs', () => {
    const { assumptions } = answer(scenarioOn({ offering: 'confluent-cloud-enterprise', size: 1 })).costs
    expect(assumptions).toContain(
      'Elastic units are billed as the average load uses them, not by the size. Hours above the average can cost more.',
    )
    expect(assumptions.join(' ')).not.toContain('Elastic units of this load')
  })

  it('have the days of launches and seasons, at their load', () => {
    const scenario = scenarioOn({ offering: 'google-managed-kafka', size: 12 })
    const season: GrowthRule = { kind: 'season', factor: 2, from: '11-20', to: '11-30' }
    const points = answer(scenario, [halfMore, season]).costs.points
    const on = (day: string) => points.find((point) => point.day === day)
    expect((on('2027-11-20')?.ingressBytesPerSec ?? 0) / (points[0]?.ingressBytesPerSec ?? 1)).toBeGreaterThan(2.5)
    expect(on('2027-11-30')).toBeDefined()
  })

  it('are not known without the price of a unit, and are with the price of the user', () => {
    const scenario = scenarioOn({ offering: 'confluent-cloud-dedicated', size: 2 })
    const { costs } = answer(scenario)
    expect(costs.points.map(({ totalPerMonth }) => totalPerMonth)).toEqual(costs.points.map(() => null))
    expect(costs.missing.map(({ name }) => name)).toContain('Units')
    const own: PriceSheet = {
      ...{ kind: 'headroom.prices', schemaVersion: 1, name: 'mine', checkedOn: today },
      sources: { mine: { title: 'contract', date: '2026-11-01', grade: 'P' } },
      lists: [
        {
          ...{ offering: 'confluent-cloud-dedicated', region: null, currency: 'EUR', notIncluded: [] },
          charges: [
            { for: 'units', per: 'unit-month', amount: 1000, source: 'mine' },
            { for: 'ingress', per: 'GiB', amount: 0, source: 'mine' },
            { for: 'egress', per: 'GiB', amount: 0, source: 'mine' },
            { for: 'storage', per: 'GiB-month', copies: 'one', amount: 0, source: 'mine' },
            { for: 'zone-producers', per: 'GiB', amount: 0, source: 'mine' },
            { for: 'zone-consumers', per: 'GiB', amount: 0, source: 'mine' },
            { for: 'zone-replication', per: 'GiB', amount: 0, source: 'mine' },
          ],
        },
      ],
    }
    const priced = answer(scenario, [halfMore], [own]).costs
    expect([priced.currency, priced.missing]).toEqual(['EUR', []])
    for (const { size, totalPerMonth } of priced.points) expect(totalPerMonth?.high).toBe((size ?? 0) * 1000)
  })

  it('have no amount from the day on which no size is enough', () => {
    const scenario = scenarioOn({ offering: 'confluent-cloud-standard', size: 3 })
    const hundredfold: GrowthRule = { kind: 'launch', factor: 100, from: '2027-06-01' }
    const last = answer(scenario, [halfMore, hundredfold]).costs.points.at(-1)
    expect(last).toEqual({
      ...{ day: '2029-12-01', of: 'schedule', size: null, ingressBytesPerSec: null },
      ...{ totalPerMonth: null, isComplete: false },
    })
  })
})
