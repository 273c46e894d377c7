/**
 * `headroom schema` prints the JSON Schema of a kind of file, for editors.
 */
import { isSchemaKind, jsonSchemaOf, schemaKinds } from '../../contracts/json-schemas.ts'
import { type Command, printJson } from '../command.ts'
import { usageError } from '../usage-error.ts'

const kindList = schemaKinds.join(', ')

export const schemaCommand: Command = {
  spec: {
    name: 'schema',
    summary: `Print the JSON Schema of a kind of file: ${kindList}. Editors complete and check with it.`,
    parameters: ['KIND'],
    options: {},
    examples: schemaKinds.map((kind) => `headroom schema ${kind} > ${kind}.schema.json`),
  },
  async run({ given, terminal }) {
    const [kind = ''] = given.parameters
    if (!isSchemaKind(kind)) {
      throw usageError('schema', [{ place: 'KIND', message: `expected one of ${kindList} (found "${kind}")` }])
    }
    printJson(terminal, jsonSchemaOf(kind))
    return 0
  },
}
