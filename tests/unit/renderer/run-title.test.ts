import { describe, expect, it } from 'vitest'
import { quotedTitles, runTitle, titlesOfSet } from '../../../src/renderer/features/runs/run-title.ts'

/** A run that began at noon of 21 November, local time, and `seconds` later. */
const runAfter = (seconds: number, id: string) => ({
  id,
  scenarioName: 'Orders',
  createdAtEpochMs: new Date(2026, 10, 21, 12, 0, seconds).getTime(),
})
const runs = [runAfter(1, '20261121-120001-2bke'), runAfter(31, '20261121-120031-9xyz')]

describe('the title of a run', () => {
  it('tells runs of one minute apart', () => {
    expect(runs.map(runTitle)).toEqual(['Orders, 21 Nov 2026, 12:00:01', 'Orders, 21 Nov 2026, 12:00:31'])
  })

  it('is quoted as the name of its run in sentences', () => {
    expect(quotedTitles(runs)).toEqual({
      '20261121-120001-2bke': '“Orders, 21 Nov 2026, 12:00:01”',
      '20261121-120031-9xyz': '“Orders, 21 Nov 2026, 12:00:31”',
    })
  })

  it('is given for the first three runs of a set, in their order, and the others are counted', () => {
    const many = [5, 6, 7, 8, 9].map((second) => runAfter(second, `run-${second}`))
    const ids = ['run-9', 'run-5', 'run-6', 'run-7', 'run-8', 'gone']
    expect(titlesOfSet(ids, many)).toBe(
      'Orders, 21 Nov 2026, 12:00:09; Orders, 21 Nov 2026, 12:00:05; Orders, 21 Nov 2026, 12:00:06; and 2 more',
    )
    expect(titlesOfSet(['run-5'], many)).toBe('Orders, 21 Nov 2026, 12:00:05')
  })
})
