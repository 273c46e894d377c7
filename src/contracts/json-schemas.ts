/**
 * JSON Schemas of the files that people write, for their editors. Headroom itself checks with the zod schemas, which
 * also see what a JSON Schema cannot say: that a name used in one place is given in another.
 */
import { z } from 'zod'
import { campaignFile } from './campaign.ts'
import { offering } from './offering.ts'
import { scenario } from './scenario.ts'

const kinds = {
  offering: { title: 'Offering of Headroom: a file in models/', schema: offering },
  scenario: { title: 'Scenario of Headroom: a .headroom.json file', schema: scenario },
  campaign: { title: 'Campaign of Headroom: a .campaign.json file', schema: campaignFile },
} as const

/** A kind of file that has a JSON Schema. */
export type SchemaKind = keyof typeof kinds

/** The kinds of files that have one. */
export const schemaKinds: readonly SchemaKind[] = ['offering', 'scenario', 'campaign']

/** The JSON Schema of a kind of file. */
export function jsonSchemaOf(kind: SchemaKind): object {
  const { title, schema } = kinds[kind]
  // Draft 7 is what editors know best; `input`: what has a default may be left out.
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
  return { $schema, title, ...rest }
}

/** Whether a word names one of `schemaKinds`. */
export function isSchemaKind(word: string): word is SchemaKind {
  return Object.hasOwn(kinds, word)
}
