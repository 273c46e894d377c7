import { describe, expect, it } from 'vitest'
import { schemaKinds } from '../../src/contracts/json-schemas.ts'
import { headroom } from '../unit/cli/run-headroom.ts'

describe.each(schemaKinds)('headroom schema %s', (kind) => {
  it('prints a JSON Schema with the fields that every file of the kind has', async () => {
    const { exitCode, json } = await headroom('schema', kind)
    expect(exitCode).toBe(0)
    expect(json().$schema).toBe('http://json-schema.org/draft-07/schema#')
    for (const shape of shapesOf(json())) expect(shape.required).toEqual(expect.arrayContaining(['kind', 'name']))
  })

  it('allows a file to name its schema and refuses fields that are not known', async () => {
    for (const shape of shapesOf((await headroom('schema', kind)).json())) {
      expect(shape.properties).toHaveProperty('$schema')
      expect(shape.additionalProperties).toBe(false)
      expect(shape.required).not.toContain('$schema')
    }
  })
})

it('names the kinds where another one is asked for', async () => {
  const { exitCode, err } = await headroom('schema', 'campaign')
  expect([exitCode, err]).toEqual([2, expect.stringContaining('expected offering or scenario (found "campaign")')])
})

interface Shape {
  readonly properties: object
  readonly required: readonly string[]
  readonly additionalProperties: boolean
}

/** The shapes that a file may have: one a model of offerings. */
function shapesOf(schema: Shape & { anyOf?: Shape[]; oneOf?: Shape[] }): readonly Shape[] {
  return schema.anyOf ?? schema.oneOf ?? [schema]
}
