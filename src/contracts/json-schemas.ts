/**
 * JSON Schemas of the files that people write, for their editors. Headroom itself checks with the zod schemas, which
 * also see what a JSON Schema cannot say: that a name used in one place is given in another.
 */
import { z } from 'zod'
import { offering } from './offering.ts'
import { scenario } from './scenario.ts'

const kinds = [
  { fileName: 'offering.schema.json', title: 'Offering of Headroom: a file in models/', schema: offering },
  { fileName: 'scenario.schema.json', title: 'Scenario of Headroom: a .headroom.json file', schema: scenario },
]

/** The text of each schema file by its name, as `scripts/write-schemas.mjs` writes them into docs/schema/. */
export function jsonSchemaTexts(): Map<string, string> {
  return new Map(
    kinds.map(({ fileName, title, schema }) => {
      // Draft 7 is what editors know best; `input`: what has a default may be left out.
      const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
      return [fileName, `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`]
    }),
  )
}
