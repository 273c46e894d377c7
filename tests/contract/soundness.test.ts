/**
 * The adversary at its smallest: a few worlds of each kind, so that a rule that breaks is seen at once. The rates are those
 * of tests/long/soundness.test.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../src/contracts/seeded-random.ts'
import { type Cell, cells } from '../soundness/cells.ts'
import { truthOf, worstOf } from '../soundness/claims.ts'
import { failuresOf } from '../soundness/demands.ts'
import { knownFailures } from '../soundness/known-failures.ts'
import { readRecord, soundnessTable } from '../soundness/page.ts'
import { levels, recordedFlows } from '../soundness/recorded-flows.ts'
import { drawNoise } from '../soundness/resampled-noise.ts'
import { runCell } from '../soundness/run-cell.ts'

const worldsPerCell = 100

/** One cell in three: each kind of world, and each of what may be true. */
const few: readonly Cell[] = cells.filter((_, index) => index % 3 === 0)

describe('the adversary', () => {
  it('names each cell once, has cells of every case, and knows only failures of its own', () => {
    const names = cells.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const kinds = ['carried', 'hosts', 'hosts-wrong', 'near', 'proves-nothing', 'right', 'short-of-readers', 'wrong']
    expect([...new Set(cells.map(({ kind }) => kind))].sort()).toEqual(kinds)
    expect(names).toEqual(expect.arrayContaining(Object.keys(knownFailures)))
  })

  it('has recorded runs of every kind, whose windows hold what their quota is', () => {
    const kinds = new Set(recordedFlows.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['met', 'readers-throttled', 'writers-throttled'])
    for (const level of [...levels.written, ...levels.read]) expect(Math.abs(level - 1)).toBeLessThan(0.03)
    const { written } = drawNoise({ noise: 'usual', held: 'writers-throttled' }, createRandom(1))
    const mean = written.reduce((sum, share) => sum + share, 0) / written.length
    expect(Math.abs(mean - 1)).toBeLessThan(0.05)
    expect(Math.min(...written)).toBeLessThan(0.5)
  })

  it('calls a truth wrong from 10 % outside the band on, and right only where a wrong one would have shown', () => {
    const band = { low: 95, likely: 100, high: 106 }
    const at = (demand: number, limit: number) => truthOf({ predictedDemand: demand, trueDemand: demand, band, limit })
    expect([at(200, 85), at(200, 86), at(200, 95), at(200, 106), at(200, 116), at(200, 117)]).toEqual([
      'wrong',
      'near',
      'right',
      'right',
      'near',
      'wrong',
    ])
    expect([at(110, 100), at(110, 140), at(50, 100), at(50, 52), at(50, 40)]).toEqual([
      'near',
      'wrong',
      'carried',
      'near',
      'wrong',
    ])
    expect([worstOf(['right', 'wrong', 'near']), worstOf(['right', 'carried'])]).toEqual(['wrong', 'right'])
  })

  it('refuses rates at the demanded bounds, and accepts those beyond them', () => {
    const counts = (confirmed: number, above: number) => ({
      worlds: 1_000,
      verdicts: { confirmed, above, below: 0, 'not-proven': 1_000 - confirmed - above },
      confirmedAtLimit: 0,
      reasons: {},
    })
    expect([failuresOf('wrong', counts(0, 1_000)), failuresOf('right', counts(900, 9))]).toEqual([[], []])
    expect(failuresOf('wrong', counts(1, 0))).toEqual(['confirmed 0.10 %'])
    expect(failuresOf('right', counts(899, 10))).toEqual(['confirmed only 89.90 %', 'above or below 1.00 %'])
    expect(failuresOf('carried', { ...counts(1_000, 0), confirmedAtLimit: 1 })).toHaveLength(1)
  })

  it.each(few.map((cell) => [cell.name, cell] as const))('finds what is demanded of %s', (name, cell) => {
    const counts = runCell(cell, worldsPerCell)
    const failures = failuresOf(cell.kind, counts)
    if (!(name in knownFailures)) expect(failures, JSON.stringify(counts)).toEqual([])
  })
})

describe('docs/verdict-soundness.md', () => {
  const path = new URL('../../docs/verdict-soundness.md', import.meta.url)
  const [before, now] = [readRecord('before'), readRecord('now')]

  // HEADROOM_RECORD_SOUNDNESS=1 writes the table anew.
  it('has the table of the recorded rates', () => {
    const table = `<!-- soundness table -->\n${soundnessTable(before, now)}\n<!-- end of soundness table -->`
    const page = readFileSync(path, 'utf8')
    const made = page.replace(/<!-- soundness table -->[\s\S]*<!-- end of soundness table -->/, () => table)
    if (process.env.HEADROOM_RECORD_SOUNDNESS === '1') writeFileSync(path, made)
    else expect(page).toBe(made)
  })

  it('has a record of every cell, which fails where it is known to fail', () => {
    expect(now.cells.map(({ name }) => name)).toEqual(cells.map(({ name }) => name))
    const failing = now.cells.filter((cell) => failuresOf(cell.kind, cell).length > 0)
    expect(failing.map(({ name }) => name).sort()).toEqual(Object.keys(knownFailures).sort())
  })
})
