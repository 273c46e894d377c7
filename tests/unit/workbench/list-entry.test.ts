import { describe, expect, it } from 'vitest'
import { outcomeLabel } from '../../../src/presentation/labels.ts'
import { listEntry } from '../../../src/workbench/store/list-entry.ts'
import { knownRecord } from '../presentation/known-run.ts'

describe('the outcome of a run in a list', () => {
  it('is that it failed, or that the user stopped it before anything was measured', () => {
    const empty = { ...knownRecord, result: null, overlay: null }
    const outcome = (change: Partial<typeof knownRecord>) => outcomeLabel(listEntry({ ...empty, ...change }))
    expect(outcome({ status: 'failed', endReason: 'user-abort' })).toBe('stopped')
    expect(outcome({ status: 'failed', endReason: 'prepare-failed' })).toBe('failed')
    expect(outcome({ status: 'partial', endReason: 'user-abort' })).toBe('partial')
  })
})
