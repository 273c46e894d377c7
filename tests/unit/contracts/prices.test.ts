import { expect, it } from 'vitest'
import { check } from '../../../src/contracts/parse.ts'
import { priceSheet } from '../../../src/contracts/prices.ts'

function problemsOf(change: object): string[] {
  const sheet = {
    kind: 'headroom.prices',
    schemaVersion: 1,
    name: 'ours',
    checkedOn: '2026-11-20',
    sources: { contract: { title: 'Contract 17', date: '2026-11-20', grade: 'P' } },
    ...change,
  }
  const outcome = check(priceSheet, sheet)
  return outcome.ok ? [] : outcome.problems.map(({ place, message }) => `${place}: ${message}`)
}

const units = { for: 'units', per: 'unit-hour', amount: 1, source: 'contract' }

it('names every problem of a sheet with its place', () => {
  const charges = [
    units,
    { ...units, amount: 2 },
    { for: 'egress', per: 'GiB', amount: 0.1 },
    { for: 'storage', per: 'GiB-month', copies: 'one', amount: null },
    { for: 'ingress', per: 'million-events', amount: 1, upTo: 0.5, source: 'contrakt' },
  ]
  const list = { offering: 'a', region: 'r', currency: 'USD', charges }
  expect(problemsOf({ lists: [list, { ...list, charges: [] }] })).toEqual([
    'lists[0].charges[2].source: an amount needs its source: expected a key of sources (found nothing)',
    'lists[0].charges[3].unknownBecause: the amount is null: say why it is not known (found nothing)',
    expect.stringMatching(/^lists\[0\]\.charges\[4\]\.source: no source is called "contrakt"; known: contract/),
    'lists[0].charges[4].upTo: expected at least the amount (found 0.5)',
    'lists[0].charges[4].eventBytes: expected together with per "million-events", and only with it (found nothing)',
    'lists[0].charges[1].for: the list has this charge already, in charges[0] (found "units")',
    'lists[1].region: lists[0] has prices of a in that region already (found "r")',
  ])
})

it('refuses amounts that no price has, unknown currencies and unknown charges', () => {
  const list = { offering: 'a', region: null, currency: 'USD' }
  expect(problemsOf({ lists: [{ ...list, charges: [{ ...units, amount: -1 }] }] })).toHaveLength(1)
  expect(problemsOf({ lists: [{ ...list, charges: [{ ...units, amount: 1e10 }] }] })).toHaveLength(1)
  expect(problemsOf({ lists: [{ ...list, currency: 'dollars', charges: [] }] })).toEqual([
    'lists[0].currency: expected a currency code like USD (found "dollars")',
  ])
  expect(problemsOf({ lists: [{ ...list, currency: 'XQZ', charges: [] }] })).toEqual([
    'lists[0].currency: expected a currency of ISO 4217, like USD (found "XQZ")',
  ])
  expect(problemsOf({ lists: [{ ...list, charges: [{ ...units, for: 'coffee' }] }] })).toHaveLength(1)
  expect(problemsOf({ lists: [{ ...list, discountPercent: 101 }] })).toHaveLength(1)
})
