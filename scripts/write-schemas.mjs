/**
 * `node scripts/write-schemas.mjs`: writes the JSON Schemas of models and scenarios into docs/schema/.
 *
 * Run it after a change of src/contracts; tests/contract/json-schema.test.ts fails until then.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { repositoryPath } from './setup/paths.mjs'

/** @type {{ module: { jsonSchemaTexts(): Map<string, string> } }} */
const { module } = await runnerImport(join(repositoryPath, 'src', 'contracts', 'json-schemas.ts'))
const folder = join(repositoryPath, 'docs', 'schema')
await mkdir(folder, { recursive: true })
for (const [fileName, text] of module.jsonSchemaTexts()) {
  await writeFile(join(folder, fileName), text)
  console.log(`docs/schema/${fileName}`)
}
