import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { campaignFile } from '../../src/contracts/campaign.ts'
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

const campaigns = readdirSync('examples').filter((name) => name.endsWith('.campaign.json'))

it.each(campaigns)('the schema of campaign files describes examples/%s as it is written', (name) => {
  const written: unknown = JSON.parse(readFileSync(`examples/${name}`, 'utf8'))
  expect(campaignFile.safeParse(written).error?.issues ?? []).toEqual([])
})

it('names the kinds where another one is asked for', async () => {
  const { exitCode, err } = await headroom('schema', 'report')
  expect([exitCode, err]).toEqual([
    2,
    expect.stringContaining('expected one of offering, scenario, campaign, prices (found "report")'),
  ])
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
