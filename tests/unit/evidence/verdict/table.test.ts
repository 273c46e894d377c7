import { describe, expect, it } from 'vitest'
import { decide, verdictTable } from '../../../../src/evidence/verdict/table.ts'
import { shippedOffering } from '../../capacity/known-files.ts'
import { predictKnown } from '../../capacity/offerings/known-case.ts'
import { caseOf, judgeLoad } from '../overlay-case.ts'

const rows = verdictTable.flatMap((theme) => theme.rows)

describe('the verdict table', () => {
  it('has each row once', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('decides by the first row that applies, and names it', () => {
    const { prediction, result } = caseOf({})
    const facts = { prediction, result, comparisons: [], target: null, run: null, outputs: null }
    expect(decide(facts).rowId).toBe('nothing-steady')
    const refused = { ...prediction, isFeasible: false }
    expect(decide({ ...facts, prediction: refused }).rowId).toBe('deployment-refuses')
    expect(judgeLoad({ prediction, result, comparisons: [] }).rowId).toBe('nothing-steady')
  })

  it('does not say that a workload over a guideline is refused', () => {
    const { result } = caseOf({})
    const huawei = shippedOffering('huawei-dms-kafka')
    const known = { size: 3, tier: 'kafka.2u4g.cluster', connections: 100, ingressMegabytesPerSec: 0.001 }
    const judgeGroups = (groups: number) =>
      judgeLoad({ prediction: predictKnown(huawei, { ...known, groups }), result, comparisons: [] })
    expect(judgeGroups(60).rowId).not.toBe('over-guideline')
    const { rowId, reasonCode, reason } = judgeGroups(61)
    expect([rowId, reasonCode]).toEqual(['over-guideline', 'infeasible'])
    expect(reason).toMatch(
      /^Not proven: this workload is over a guideline of the vendor: 61 groups are over the guideline of 60 groups \(/,
    )
    expect(reason).not.toContain('refuse')
  })
})
