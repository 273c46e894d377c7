import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/contracts/parse.ts'
import { priceSheet } from '../../src/contracts/prices.ts'
import { locateResources } from '../../src/workbench/resources.ts'
import { loadModels } from '../../src/workbench/sizing/offerings.ts'
import { loadPriceSheets } from '../../src/workbench/sizing/price-sheets.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = readdirSync(`${root}models/prices`)
const resources = locateResources(root)

function sheetIn(name: string) {
  return priceSheet.parse(JSON.parse(readFileSync(`${root}models/prices/${name}`, 'utf8')))
}

it('bills at most as much storage a broker of MSK Standard as its model allows', async () => {
  const [model] = (await loadModels(resources)).offerings.filter(({ id }) => id === 'aws-msk-standard')
  const limits = model?.limitSets.flatMap((set) => set.limits.filter(({ dimension }) => dimension === 'storage'))
  const charges = sheetIn('amazon-msk.json').lists.flatMap((list) => list.charges)
  const billedGib = charges.flatMap((charge) => (charge.for === 'storage' ? (charge.maxGibPerUnit ?? []) : []))
  expect(limits?.length).toBeGreaterThan(0)
  expect(new Set(limits?.map(({ perUnit }) => (perUnit ?? 0) / 2 ** 30))).toEqual(new Set(billedGib))
})

describe.each(files)('models/prices/%s', (name) => {
  it('is a price sheet without a problem', () => {
    const outcome = check(priceSheet, JSON.parse(readFileSync(`${root}models/prices/${name}`, 'utf8')))
    expect(outcome.ok ? [] : outcome.problems).toEqual([])
  })

  it('was checked when its sources were there already, and uses each of them', () => {
    const { sources, checkedOn, lists } = sheetIn(name)
    const used = new Set(lists.flatMap(({ charges }) => charges.flatMap(({ source }) => source ?? [])))
    for (const [key, { date }] of Object.entries(sources)) {
      expect(date <= checkedOn, key).toBe(true)
      expect(used.has(key), key).toBe(true)
    }
  })

  it('says where to check an amount of a secondary source that has no address', () => {
    for (const [key, { grade, url, remark }] of Object.entries(sheetIn(name).sources)) {
      if (grade === 'S' && url === undefined) expect(remark, key).toBeDefined()
    }
  })
})

it('are for offerings and tiers of the models, and every offering has a list', async () => {
  const models = await loadModels(resources)
  const { published, broken } = await loadPriceSheets(models, resources)
  expect(broken).toEqual([])
  const listed = new Set(published.flatMap(({ lists }) => lists.map(({ offering }) => offering)))
  expect(models.offerings.map(({ id }) => id).filter((id) => !listed.has(id))).toEqual([])
})

it('are checked against the models that were read already', async () => {
  const [, ...others] = (await loadModels(resources)).offerings
  const without = loadPriceSheets({ offerings: others, broken: [] }, resources)
  await expect(without).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})

it('grades a source alike wherever it stands, beside limits and beside prices', () => {
  const grades = new Map<string, Set<string>>()
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { title, grade, date } = value as { title?: unknown; grade?: unknown; date?: unknown }
    // What is derived here from a source is derived, whatever the source is.
    if (typeof title === 'string' && typeof grade === 'string' && grade !== 'D') {
      const found = grades.get(title) ?? new Set()
      grades.set(title, found.add(title.endsWith('.py') ? `${grade}, ${date}` : grade))
    }
    for (const each of Object.values(value)) gather(each)
  }
  const models = readdirSync(`${root}models`).filter((name) => name.endsWith('.json'))
  for (const name of [...models, ...files.map((file) => `prices/${file}`)]) {
    gather(JSON.parse(readFileSync(`${root}models/${name}`, 'utf8')))
  }
  expect(grades.get('AWS agent toolkit, msk_sizing.py')).toEqual(new Set(['Sv, 2026-08-20']))
  expect([...grades].filter(([, found]) => found.size > 1).map(([title]) => title)).toEqual([])
})

it('has one published list of an offering in a region', () => {
  const keys = files.flatMap((name) => sheetIn(name).lists.map(({ offering, region }) => `${offering} ${region}`))
  expect(new Set(keys).size).toBe(keys.length)
})

it('has the form that docs/prices.md shows', () => {
  const [, json] = /```json\n([\s\S]+?)```/.exec(readFileSync(`${root}docs/prices.md`, 'utf8')) ?? []
  const outcome = check(priceSheet, JSON.parse(json ?? 'null'))
  expect(outcome.ok ? [] : outcome.problems).toEqual([])
})
