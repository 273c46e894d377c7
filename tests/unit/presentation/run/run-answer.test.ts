import { describe, expect, it } from 'vitest'
import { overlayRun } from '../../../../src/evidence/overlay-run.ts'
import { overloadSentence } from '../../../../src/presentation/run/overload-sentence.ts'
import { importAnswer, runAnswer } from '../../../../src/presentation/run/run-answer.ts'
import { knownImport } from '../known-import.ts'
import { knownRecord } from '../known-run.ts'

const judged = { ...knownRecord, overlay: overlayRun(knownRecord) }
const overloaded = overloadSentence(knownRecord)

describe('the answer of a run that older rules judged', () => {
  const { overlay } = judged
  if (overlay === null) throw new Error('the known run has no verdict')
  const { ruleVersion: _two, ...older } = overlay

  it('has the stored verdict, and that of today after it', () => {
    const other = { ...older, verdict: 'above', reason: 'Above the prediction: it was.' } as const
    const answer = runAnswer({ ...judged, overlay: other })
    expect([answer.tone, answer.sentence]).toEqual(['above', 'it was.'])
    expect(answer.reason).toBe(
      `${overloaded} This verdict was given by version 1 of the rules. Today's, version 4: ${overlay.reason}`,
    )
  })

  it('says that both verdicts agree if they do', () => {
    expect(runAnswer({ ...judged, overlay: older }).reason).toBe(
      `${overloaded} This verdict was given by version 1 of the rules. Today's, version 4, give the same verdict.`,
    )
    const worded = { ...older, reason: 'In other words.' }
    expect(runAnswer({ ...judged, overlay: worded }).reason).toMatch(/give the same verdict\.$/)
    expect(runAnswer({ ...judged, status: 'partial', endDetail: 'It stopped.', overlay: older }).reason).toMatch(
      / It stopped\. This verdict was given by version 1/,
    )
  })

  it('does not mention rules if those of this release judged the run', () => {
    expect(runAnswer(judged).reason).toBe(overloaded)
    expect(runAnswer({ ...judged, overlay: null }).reason).toBe(knownRecord.endDetail ?? '')
  })

  it('is the same for an imported run', () => {
    if (knownImport.overlay === null) throw new Error('the known import has no verdict')
    const { ruleVersion: _current, ...olderImport } = knownImport.overlay
    expect(importAnswer({ ...knownImport, overlay: olderImport }).reason).toContain('version 4, give the same')
    expect(importAnswer(knownImport).reason).not.toContain('of the rules')
  })
})
