import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type LawRecord, withRecord } from '../lab/law-record.ts'

const folder = new URL('../../docs/laws/', import.meta.url)
const records = readdirSync(new URL('records/', folder))

describe('docs/laws/', () => {
  it('has a page for each record of the laboratory', () => {
    expect(records.length).toBeGreaterThan(0)
  })

  it.each(records)('shows the figures of records/%s: npm run lab LAW -- --record', (name) => {
    const record: LawRecord = JSON.parse(readFileSync(new URL(`records/${name}`, folder), 'utf8'))
    const page = readFileSync(new URL(`${record.law}.md`, folder), 'utf8')
    expect(page).toBe(withRecord(page, record))
  })
})
