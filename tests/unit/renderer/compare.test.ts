import { describe, expect, it } from 'vitest'
import { withBills } from '../../../src/billing/compare-costs.ts'
import { compareOfferings } from '../../../src/capacity/compare-offerings.ts'
import { gatherOfferings } from '../../../src/presentation/sizing/compared-offerings.ts'
import { billChoiceOf, emptyCompareForm, readCompareForm } from '../../../src/renderer/features/compare/compare-form.ts'
import { sortRows } from '../../../src/renderer/features/compare/compare-rows.ts'
import { scenarioRows, sortScenarios } from '../../../src/renderer/features/compare/scenario-rows.ts'
import { publishedPrices, today } from '../billing/shipped-prices.ts'
import { first as firstExample, shippedOffering, smallScenario } from '../capacity/known-files.ts'

const offerings = ['aws-msk-express', 'confluent-cloud-dedicated', 'google-managed-kafka'].map(shippedOffering)
const scenario = smallScenario({
  topic: { partitions: 60, retentionMs: 86_400_000 },
  producer: { peakRecordsPerSec: 80_000, lingerMs: 50 },
})

describe('the form of a comparison', () => {
  it('has a target of 80 % and no prices if nothing is typed', () => {
    expect(readCompareForm(emptyCompareForm, publishedPrices)).toEqual({
      targetUtilisation: 0.8,
      targetProblem: undefined,
      prices: [],
      priceProblems: {},
      region: undefined,
      regionProblem: undefined,
      zones: undefined,
      zonesProblem: undefined,
      privateEndpoints: undefined,
      privateEndpointsProblem: undefined,
    })
  })

  it('takes zones and private endpoints for the bills, and reports the problem of what is no such number', () => {
    const read = (zones: string, privateEndpoints: string) => {
      const form = { ...emptyCompareForm, zones, privateEndpoints }
      const reading = readCompareForm(form, publishedPrices)
      return { reading, choice: billChoiceOf(form, reading, today) }
    }
    expect(read(' 2 ', '0').choice).toEqual({ today, followerFetch: false, zones: 2, privateEndpoints: 0 })
    const { reading, choice } = read('11', '1.5')
    expect(choice).toEqual({ today, followerFetch: false })
    expect(reading).toMatchObject({
      zonesProblem: 'Needs a whole number from 1 to 10.',
      privateEndpointsProblem: 'Needs a whole number from 0 to 10,000.',
    })
  })

  it('parses prices as people write them, and reports a problem for each invalid one', () => {
    const prices = { a: '2.50', b: '2.5 usd/h', c: ' ', d: 'cheap', e: '0', f: '2.5 XQZ' }
    const reading = readCompareForm({ ...emptyCompareForm, prices }, publishedPrices)
    expect(reading.prices).toEqual([
      { offering: 'a', amount: 2.5, per: 'unit-hour', currency: null },
      { offering: 'b', amount: 2.5, per: 'unit-hour', currency: 'USD' },
    ])
    expect(Object.keys(reading.priceProblems)).toEqual(['d', 'e', 'f'])
  })

  it('takes a region that a price list names, and reports the problem of any other', () => {
    const read = (region: string) => readCompareForm({ ...emptyCompareForm, region }, publishedPrices)
    expect(read(' AP-south-1 ')).toMatchObject({ region: 'AP-south-1', regionProblem: undefined })
    expect(read('us-est-1').region).toBeUndefined()
    expect(read('us-est-1').regionProblem).toMatch(/^No price list names the region "us-est-1"; known: ap-south-1, /)
  })

  it.each(['0', '120 %', 'most'])('keeps the default target if %j is typed, and reports the problem', (target) => {
    const reading = readCompareForm({ ...emptyCompareForm, target }, publishedPrices)
    expect(reading.targetUtilisation).toBe(0.8)
    expect(reading.targetProblem).toBeTypeOf('string')
  })
})

describe('the rows of a comparison', () => {
  const pricing = { sheets: publishedPrices, choice: { today } }
  const rows = gatherOfferings(
    withBills(scenario, compareOfferings(scenario, offerings), offerings, pricing),
    scenario.deployment,
  )

  it('are sorted by the values of a column, rows that lack a price last in both directions', () => {
    const order = (isDescending: boolean) =>
      sortRows(rows.fitting, 'cost', isDescending).map(({ best }) => (best.bill?.isComplete ? best.offering : null))
    expect(order(false)).toEqual(['google-managed-kafka', 'aws-msk-express', null])
    expect(order(true)).toEqual(['aws-msk-express', 'google-managed-kafka', null])
  })
})

describe('a row of a comparison', () => {
  it('has a deployment that the scenario can use', () => {
    const [row] = compareOfferings(scenario, [shippedOffering('aws-msk-express')])
    expect(row?.deployment).toEqual({ offering: 'aws-msk-express', size: row?.size, tier: row?.tier })
  })
})

describe('scenarios side by side', () => {
  const [offering] = [shippedOffering('confluent-cloud-dedicated')]
  const models = { offerings: [offering], calibrations: [], broken: [], prices: { published: [], own: [] } }
  const first = firstExample
  const named = (name: string, size: number) => ({ ...first, name, deployment: { ...first.deployment, size } })
  const unknown = { ...named('elsewhere', 1), deployment: { ...first.deployment, offering: 'not-there' } }
  const rows = scenarioRows([named('b', 1), named('a', 4), unknown], models)

  it('each have a prediction, or the reason why there is none', () => {
    expect(rows.map(({ prediction }) => prediction?.deployment.size ?? null)).toEqual([1, 4, null])
    expect(rows[2]?.error?.message).toMatch(/not-there/)
  })

  it('are sorted by the chosen column, those without a prediction last in both directions', () => {
    const names = (key: 'name' | 'headroom', isDescending: boolean) =>
      sortScenarios(rows, { key, isDescending }).map(({ scenario }) => scenario.name)
    expect(names('name', false)).toEqual(['a', 'b', 'elsewhere'])
    expect(names('headroom', false)).toEqual(['b', 'a', 'elsewhere'])
    expect(names('headroom', true)).toEqual(['a', 'b', 'elsewhere'])
    expect(sortScenarios(rows, null).map(({ position }) => position)).toEqual([0, 1, 2])
  })
})
