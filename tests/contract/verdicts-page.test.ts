import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verdictPage, withVerdictTable } from '../../scripts/pages/verdict-table.mjs'
import { verdictReasonCode } from '../../src/contracts/verdict.ts'
import { verdictTable } from '../../src/evidence/verdict/table.ts'

const page = readFileSync(new URL(`../../${verdictPage}`, import.meta.url), 'utf8')
const rows = verdictTable.flatMap((theme) => theme.rows)

describe(verdictPage, () => {
  it('has every row of the verdict with its words', () => {
    expect(page).toBe(withVerdictTable(page, verdictTable))
    for (const { id, condition, reasonCode, sentence } of rows) {
      const line = page.split('\n').find((each) => each.startsWith(`| \`${id}\` |`))
      for (const words of [condition, `\`${reasonCode}\``, sentence]) expect(line).toContain(words)
    }
  })

  it('would differ by a row that is forgotten, and by a word of one', () => {
    const [first, ...rest] = verdictTable
    if (first === undefined) throw new Error('the table is empty')
    const [row, ...others] = first.rows
    if (row === undefined) throw new Error('a theme is empty')
    expect(withVerdictTable(page, [{ ...first, rows: others }, ...rest])).not.toBe(page)
    const reworded = { ...row, sentence: `${row.sentence} Really.` }
    expect(withVerdictTable(page, [{ ...first, rows: [reworded, ...others] }, ...rest])).not.toBe(page)
    expect(() => withVerdictTable(page.replace('made by', 'written by'), verdictTable)).toThrow('needs the lines')
  })

  it('has a row for every reason of the contract', () => {
    expect([...new Set(rows.map(({ reasonCode }) => reasonCode))].sort()).toEqual([...verdictReasonCode.options].sort())
  })
})
