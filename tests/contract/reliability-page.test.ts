import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reliabilityPage, withFaultTables } from '../../scripts/pages/fault-tables.mjs'
import { faultTimes, matrixProblems } from '../faults/table/fault.ts'
import { faultTable } from '../faults/table/fault-table.ts'

const page = readFileSync(reliabilityPage, 'utf8')
const cases = faultTable.flatMap((each) => each.cases)

/** Whether a file has a test with this title: the whole string, in quotes. */
function isThere(file: string, title: string): boolean {
  if (!existsSync(file)) return false
  const text = readFileSync(file, 'utf8')
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => text.includes(quoted))
}

describe(reliabilityPage, () => {
  it('has every fault as the table has it: node scripts/write-fault-tables.mjs', () => {
    expect(page).toBe(withFaultTables(page, faultTable, faultTimes))
  })

  it('would differ by a case that is forgotten, and by a word of one', () => {
    const [first, ...rest] = faultTable
    const [one, ...others] = first?.cases ?? []
    if (first === undefined || one === undefined) throw new Error('the table is empty')
    expect(withFaultTables(page, [{ ...first, cases: others }, ...rest], faultTimes)).not.toBe(page)
    const reworded = { ...one, what: `${one.what} twice` }
    expect(withFaultTables(page, [{ ...first, cases: [reworded, ...others] }, ...rest], faultTimes)).not.toBe(page)
    expect(() => withFaultTables(page.replace('made by', 'written by'), faultTable, faultTimes)).toThrow(
      'needs the lines',
    )
  })

  it('names tests that exist', () => {
    const named = cases.flatMap(({ tests }) =>
      tests.flatMap(({ file, titles }) => titles.map((title) => ({ file, title }))),
    )
    expect(named.length).toBeGreaterThan(90)
    expect(named.filter(({ file, title }) => !isThere(file, title))).toEqual([])
    expect(isThere('tests/faults/kills.test.ts', 'is there, partial')).toBe(false)
  })

  it('has every fault of the matrix once, with the ending that the matrix demands', () => {
    expect(matrixProblems(faultTable)).toEqual([])
    const forgetful = faultTable.filter(({ fault }) => fault !== 'The runner is killed')
    expect(matrixProblems(forgetful)).toContain('runner host, preflight, SIGKILL: in 0 cases')
  })

  it('says of every fault and time that it is tested, not tested, or cannot happen', () => {
    for (const { fault, cases: own, cannot = [] } of faultTable) {
      const said = own.flatMap(({ times }) => times)
      expect([fault, faultTimes.filter((time) => said.includes(time) === cannot.includes(time))]).toEqual([fault, []])
    }
  })

  it('claims only what tests cover', () => {
    for (const { what, kept, said, cleaned, tests } of cases) {
      const claims = [kept, said, cleaned].filter((claim) => claim !== undefined)
      expect([what, claims.length > 0]).toEqual([what, tests.length > 0])
    }
  })
})
