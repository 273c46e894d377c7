import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { madePages, withDimensionTable } from '../../scripts/pages/dimension-tables.mjs'
import { predict } from '../../src/capacity/predict.ts'
import { dimensionRecords } from '../../src/contracts/dimensions.ts'
import { type Offering, offering } from '../../src/contracts/offering.ts'
import { first } from '../unit/capacity/known-files.ts'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/models.md', root), 'utf8')
const files = readdirSync(new URL('models/', root)).filter((name) => name.endsWith('.json'))

function unique(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ')
}

/** The row of an offering in docs/models.md: written by hand or copied from a failing test, never wrong. */
function rowOf({ id, model, tiers, limitSets }: Offering): string {
  const limits = limitSets.flatMap((set) => set.limits)
  const cells = [
    `\`${id}\``,
    model,
    tiers === undefined ? '' : String(tiers.length),
    unique(limitSets.map((set) => set.asOf).sort()),
    unique(limits.map((limit) => limit.dimension)),
    unique(limits.map((limit) => limit.source.grade).sort()),
  ]
  return `| ${cells.join(' | ')} |`
}

describe('docs/models.md', () => {
  it.each(files)('has the row of models/%s as the file is', (name) => {
    const row = rowOf(offering.parse(JSON.parse(readFileSync(new URL(`models/${name}`, root), 'utf8'))))
    expect(page.split('\n')).toContain(row)
  })

  it('has no row of an offering that is not there', () => {
    const ids = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (?:service-limits|broker-hardware|measured-table) \|/gm)]
    expect(ids.map((match) => `${match[1]}.json`).sort()).toEqual([...files].sort())
  })
})

describe('the tables of dimensions', () => {
  it.each(madePages)('in %s are those of the records: node scripts/write-dimension-tables.mjs', (name) => {
    const text = readFileSync(new URL(name, root), 'utf8')
    expect(text).toBe(withDimensionTable(name, text, dimensionRecords))
  })
})

describe('docs/adding-a-model.md', () => {
  it('shows a model that is one, and the number that it works out: 3 slices of 40 MB/s are 120 MB/s', () => {
    const text = readFileSync(new URL('docs/adding-a-model.md', root), 'utf8')
    const shown = offering.parse(JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? ''))
    const deployment = { offering: shown.id, size: 3, tier: 'own' }
    const prediction = predict({ ...first, deployment }, shown)
    expect(prediction.refusals).toEqual([])
    expect(prediction.constraints.find((each) => each.id === 'ingress')?.capacity).toBe(120e6)
  })
})
