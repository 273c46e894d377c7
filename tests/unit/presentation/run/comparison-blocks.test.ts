import { describe, expect, it } from 'vitest'
import { compareRuns } from '../../../../src/evidence/compare-runs.ts'
import { comparisonBlocks } from '../../../../src/presentation/run/comparison-blocks.ts'
import { knownRecord } from '../known-run.ts'

const runs = ['one', 'two'].map((id) => ({ ...knownRecord, id }))
const captionOf = (one: typeof runs) => {
  const [table] = comparisonBlocks(compareRuns(one, [{ ...knownRecord, id: 'other' }]))
  return table?.kind === 'table' ? table.caption : undefined
}

describe('the table of two sets of runs', () => {
  it('explains ± where a set has more than one run, and only there', () => {
    expect(captionOf(runs)).toMatch(/; ± is the standard deviation between runs$/)
    expect(captionOf(runs.slice(1))).toBe('Means over the runs of each set')
  })
})
