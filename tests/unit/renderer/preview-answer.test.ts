import { describe, expect, it } from 'vitest'
import { type Answered, previewOf } from '../../../src/renderer/features/validation/preview-answer.ts'

const answered: Answered<string> = { text: 'asked', subject: 'embedded', outcome: { ok: true, value: 'the plan' } }

describe('what a request would do', () => {
  it('is the answer to it, and while a field is typed the one of a moment ago', () => {
    const { outcome } = answered
    expect(previewOf(answered, { text: 'asked', subject: 'embedded' })).toEqual({ outcome, isCurrent: true })
    expect(previewOf(answered, { text: 'asked anew', subject: 'embedded' })).toEqual({ outcome, isCurrent: false })
  })

  it('is never the answer about another target or benchmark, and nothing without a request', () => {
    const nothing = { outcome: null, isCurrent: false }
    expect(previewOf(answered, { text: 'asked anew', subject: 'connection' })).toEqual(nothing)
    expect(previewOf(answered, { text: '', subject: 'embedded' })).toEqual(nothing)
    expect(previewOf(null, { text: 'asked', subject: 'embedded' })).toEqual(nothing)
  })
})
