import { describe, expect, it } from 'vitest'
import { figureNames } from '../../../src/contracts/figures.ts'
import type { KnownFigures } from '../../../src/contracts/imported-run.ts'
import { measuredFigures } from '../../../src/evidence/measured-figures.ts'
import { knownImport } from '../presentation/known-import.ts'
import { knownResult } from '../presentation/known-result.ts'
import { knownRecord } from '../presentation/known-run.ts'

describe('the measured figures of a run', () => {
  it('are the means of its steady window', () => {
    const { steady } = knownResult
    if (steady === null) throw new Error('the known run has a steady window')
    expect(measuredFigures(knownRecord)).toEqual(
      Object.fromEntries(figureNames.map((name) => [name, steady[name].mean])),
    )
  })

  it('are those of the whole load if there is no steady window, and null if nothing was measured', () => {
    const unsteady = { ...knownResult, steady: null }
    expect(measuredFigures({ ...knownRecord, result: unsteady })).toEqual(knownResult.wholeRun)
    expect(measuredFigures({ ...knownRecord, result: null })).toBeNull()
  })

  it('are those that a tool reported, if it reported any', () => {
    const nothing = Object.fromEntries(figureNames.map((name) => [name, null])) as KnownFigures
    const reported = (figures: KnownFigures) =>
      measuredFigures({ ...knownImport, observations: { ...knownImport.observations, figures } })
    const records = { ...nothing, recordsPerSec: 1200 }
    expect(reported(records)).toEqual(records)
    expect(reported(nothing)).toBeNull()
  })
})
