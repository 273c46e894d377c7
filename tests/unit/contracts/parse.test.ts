import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { check, checkSecretly } from '../../../src/contracts/parse.ts'
import { validationRequest } from '../../../src/contracts/validation-request.ts'

describe('what cannot be read', () => {
  it('is reported with place and value, all problems at once', () => {
    const schema = z.strictObject({ size: z.int().min(1), list: z.array(z.string()) })
    expect(check(schema, { size: 0, list: ['a', 7], colour: 'red' })).toMatchObject({
      ok: false,
      problems: [
        { place: 'size', message: expect.stringContaining('(found 0)') },
        { place: 'list[1]', message: expect.stringContaining('(found 7)') },
        { place: 'colour', message: 'unknown field "colour"; remove it or correct its spelling' },
      ],
    })
  })

  it('is reported without names and values if these may be secrets', () => {
    const schema = z.strictObject({ size: z.int().min(1), user: z.string() })
    expect(checkSecretly(schema, { size: 'hunter2', user: 'me', userhunter2: 1 })).toEqual({
      ok: false,
      problems: [
        { place: 'size', message: 'expected a number' },
        { place: 'userhunter2', message: 'no such field; remove it or correct its spelling' },
      ],
    })
  })

  it('quotes only the beginning of a name of a million characters', () => {
    const schema = z.strictObject({ size: z.int(), of: z.record(z.string(), z.int()) })
    const long = 'x'.repeat(1_000_000)
    const outcome = check(schema, { size: 1, of: { [long]: 'a' }, [long]: 1 })
    expect(outcome.ok ? [] : outcome.problems.map(({ place }) => place.length)).toEqual([204, 201])
    expect(JSON.stringify(outcome).length).toBeLessThan(2_000)
  })

  it('is reported in plain words, without those of the schema library', () => {
    const schema = z.strictObject({ size: z.number(), acks: z.enum(['1', 'all']), name: z.string() })
    expect(check(schema, { size: 'many', acks: 'some' })).toEqual({
      ok: false,
      problems: [
        { place: 'size', message: 'expected a number (found "many")' },
        { place: 'acks', message: 'expected one of "1" or "all" (found "some")' },
        { place: 'name', message: 'expected a text (found nothing)' },
      ],
    })
  })

  it('says the bounds of numbers, texts and lists', () => {
    const schema = z.strictObject({
      size: z.int().min(1),
      rate: z.number().positive(),
      share: z.number().max(1),
      name: z.string().min(1),
      mark: z.string().max(2),
      topics: z.array(z.string()).min(1),
      groups: z.array(z.string()).max(1),
      count: z.int(),
    })
    const given = { size: 0, rate: 0, share: 2, name: '', mark: 'abc', topics: [], groups: ['a', 'b'], count: 0.5 }
    const outcome = check(schema, given)
    expect(outcome.ok ? [] : outcome.problems.map(({ message }) => message)).toEqual([
      'expected a number of at least 1 (found 0)',
      'expected a number of more than 0 (found 0)',
      'expected a number of at most 1 (found 2)',
      'expected a text that is not empty (found "")',
      'expected at most 2 characters (found "abc")',
      'expected a list that is not empty (found [])',
      'expected at most 1 item (found 2)',
      'expected a whole number (found 0.5)',
    ])
  })

  it('says in plain words which word decides between shapes', () => {
    const outcome = check(validationRequest.pick({ target: true }), { target: { kind: 'elsewhere' } })
    expect(outcome).toMatchObject({
      ok: false,
      problems: [{ place: 'target.kind', message: expect.stringMatching(/^expected embedded or .*"elsewhere"\)$/) }],
    })
  })
})
