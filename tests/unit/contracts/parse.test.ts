import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { check } from '../../../src/contracts/parse.ts'
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

  it('is reported in plain words, without those of the schema library', () => {
    const schema = z.strictObject({ size: z.number(), acks: z.enum(['1', 'all']), name: z.string() })
    expect(check(schema, { size: 'many', acks: 'some' })).toEqual({
      ok: false,
      problems: [
        { place: 'size', message: 'expected number (found "many")' },
        { place: 'acks', message: 'expected one of "1" or "all" (found "some")' },
        { place: 'name', message: 'expected string (found nothing)' },
      ],
    })
  })

  it('says in plain words which word decides between shapes', () => {
    const outcome = check(validationRequest.pick({ target: true }), { target: { kind: 'elsewhere' } })
    expect(outcome).toMatchObject({
      ok: false,
      problems: [{ place: 'target.kind', message: expect.stringMatching(/^expected embedded or .*"elsewhere"\)$/) }],
    })
  })
})
