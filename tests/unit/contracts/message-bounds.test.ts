import { describe, expect, test } from 'vitest'
import {
  boundProblem,
  maxMessageDepth,
  maxMessageNameLength,
  maxMessageTextLength,
  maxMessageValues,
  textProblem,
} from '../../../src/contracts/message-bounds.ts'
import { parseHostMessage } from '../../../src/workbench/fleets/message-lines.ts'
import { refusal } from '../refusal.ts'

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

describe('a message between controller and host', () => {
  test('has texts up to the bound, at any place, except histograms', () => {
    const text = 'x'.repeat(maxMessageTextLength)
    expect(boundProblem({ type: 'notice', list: [{ message: text }] })).toBeNull()
    expect(boundProblem({ type: 'notice', list: [{ message: `${text}x` }] })).toMatchObject({ place: 'message' })
    expect(boundProblem({ sample: { serviceHistogram: `${text}x` } })).toBeNull()
  })

  test('has names of fields up to the bound', () => {
    const name = 'x'.repeat(maxMessageNameLength)
    expect(boundProblem({ list: [{ [name]: 1 }] })).toBeNull()
    expect(boundProblem({ list: [{ [`${name}x`]: 1 }] })?.message).toContain('names of at most 1000 characters')
  })

  test('from a host is refused with a short error if the name of a field is 24 MB long', () => {
    const error = refusal(() => parseHostMessage(JSON.stringify({ type: 'ready', ['x'.repeat(24_000_000)]: 1 })))
    expect([error.code, error.message.length < 1_000]).toEqual(['PROTOCOL_VIOLATION', true])
  })

  test('is nested up to the bound', () => {
    expect(boundProblem(nested(maxMessageDepth))).toBeNull()
    expect(boundProblem(nested(maxMessageDepth + 1))).toMatchObject({ message: expect.stringContaining('nesting') })
    expect(boundProblem(nested(1_000_000))).toMatchObject({ message: expect.stringContaining('nesting') })
  })

  test('has as many values as a message may have, wherever its signs stand, and its text is looked through first', () => {
    const zeros = (count: number) => `[${Array.from({ length: count }, () => '0').join()}]`
    expect(textProblem(zeros(maxMessageValues - 1))).toBeNull()
    expect(textProblem(zeros(maxMessageValues))?.message).toContain(`at most ${maxMessageValues} values`)
    expect(textProblem(`"${',['.repeat(maxMessageValues)}\\"${'['.repeat(100)}"`)).toBeNull()
    expect(textProblem('{"a":['.repeat(maxMessageDepth / 2))).toBeNull()
    expect(textProblem(`${'[{},'.repeat(maxMessageDepth)}[`)?.message).toContain('levels of nesting')
  })

  test('from a host is refused with a short error if a notice is 24 MB long', () => {
    const error = refusal(() => parseHostMessage(JSON.stringify({ type: 'notice', message: 'a.'.repeat(12_000_000) })))
    expect([error.code, error.message.length < 1_000]).toEqual(['PROTOCOL_VIOLATION', true])
    expect(error.message).toContain('expected at most 20000 characters')
  })

  test('from a host is refused if it is nested a million times', () => {
    const line = `{"type":"notice","message":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`
    expect(refusal(() => parseHostMessage(line)).code).toBe('PROTOCOL_VIOLATION')
  })
})
