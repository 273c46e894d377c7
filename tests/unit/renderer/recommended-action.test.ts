import { describe, expect, it } from 'vitest'
import { newScenario } from '../../../src/renderer/features/sizing/new-scenario.ts'
import { recommendedAction } from '../../../src/renderer/features/sizing/recommended-action.ts'
import { editorOf, reduceEditor } from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { dedicated, first, manyRequests } from '../capacity/known-files.ts'

const blank = newScenario(dedicated.id)
const [producer] = blank.workload.producers

/** A blank scenario with another rate and size. */
function scenarioWith(peakRecordsPerSec: number, size: number) {
  const producers = producer === undefined ? [] : [{ ...producer, peakRecordsPerSec }]
  return {
    ...blank,
    workload: { ...blank.workload, producers },
    deployment: { ...blank.deployment, size },
  }
}

describe('the recommendation as an action', () => {
  it('sets the size if that is all that there is to do, and is null afterwards', () => {
    const editor = editorOf(scenarioWith(1_000, 3), null)
    const action = recommendedAction(editor.scenario, dedicated)
    expect(action).toMatchObject({ type: 'chosen', place: 'deployment.size', value: 1 })
    const after = action === null ? editor : reduceEditor(editor, action)
    expect(recommendedAction(after.scenario, dedicated)).toBeNull()
  })

  it('makes the changes of the headline and sets the size that is then enough, in one step', () => {
    const editor = editorOf(manyRequests({ size: 1 }), null)
    const action = recommendedAction(editor.scenario, dedicated)
    expect(action?.type).toBe('applied')
    const after = action === null ? editor : reduceEditor(editor, action)
    expect(after.scenario.deployment.size).toBeLessThanOrEqual(3)
    expect(after.scenario.workload).not.toEqual(editor.scenario.workload)
  })

  it('sets the size that is sure before a change that depends on an assumption', () => {
    const action = recommendedAction(first, dedicated)
    expect(action).toEqual({ type: 'chosen', place: 'deployment.size', value: 2 })
    const after = action === null ? null : reduceEditor(editorOf(first, null), action)
    expect(after === null ? null : recommendedAction(after.scenario, dedicated)).toMatchObject({
      type: 'applied',
      values: expect.arrayContaining([expect.objectContaining({ value: 'lz4' })]),
    })
  })
})
