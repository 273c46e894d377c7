/**
 * JSON Schemas of the files that people write, for use in editors. Headroom itself checks files with zod schemas. They
 * also check rules that a JSON Schema cannot express, for example that a name is defined if another field refers to it.
 */
import { z } from 'zod'
import { campaignFile } from './campaign.ts'
import { offering } from './offering.ts'
import { priceSheet } from './prices.ts'
import { scenario } from './scenario.ts'

const schemasByKind = {
  offering: { title: 'Offering of Headroom: a file in models/', schema: offering },
  scenario: { title: 'Scenario of Headroom: a .headroom.json file', schema: scenario },
  campaign: { title: 'Campaign of Headroom: a .campaign.json file', schema: campaignFile },
  prices: { title: 'Price sheet of Headroom: a file in models/prices/', schema: priceSheet },
} as const

/** A kind of file that has a JSON Schema. */
export type SchemaKind = keyof typeof schemasByKind

/** The kinds of files that have a JSON Schema. */
export const schemaKinds: readonly SchemaKind[] = ['offering', 'scenario', 'campaign', 'prices']

/** Returns the JSON Schema of a kind of file. */
export function jsonSchemaOf(kind: SchemaKind): object {
  const { title, schema } = schemasByKind[kind]
  // Most editors support draft 7. With `input`, fields that have a default may be left out.
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
  return { $schema, title, ...rest }
}

/** True if the word is one of `schemaKinds`. */
export function isSchemaKind(word: string): word is SchemaKind {
  return Object.hasOwn(schemasByKind, word)
}
