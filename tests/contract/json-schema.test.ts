import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { jsonSchemaTexts } from '../../src/contracts/json-schemas.ts'

const folder = new URL('../../docs/schema/', import.meta.url)
const texts = jsonSchemaTexts()

it('has a file in docs/schema for each schema and no other', () => {
  expect(readdirSync(folder).sort()).toEqual([...texts.keys()].sort())
})

describe.each([...texts])('docs/schema/%s', (fileName, text) => {
  it('is what the contracts say today; write it anew with: node scripts/write-schemas.mjs', () => {
    expect(readFileSync(new URL(fileName, folder), 'utf8')).toBe(text)
  })

  it('allows a file to name its schema and refuses fields that are not known', () => {
    const schema = JSON.parse(text)
    const shapes = schema.anyOf ?? schema.oneOf ?? [schema]
    for (const shape of shapes) {
      expect(shape.properties).toHaveProperty('$schema')
      expect(shape.additionalProperties).toBe(false)
      expect(shape.required).not.toContain('$schema')
    }
  })
})
