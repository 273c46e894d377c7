/**
 * `node scripts/write-dimension-tables.mjs` writes the tables of dimensions in docs/ from their records.
 *
 * Run it after a change of a record in src/contracts; tests/contract/models-page.test.ts fails until then.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { madePages, withDimensionTable } from './pages/dimension-tables.mjs'
import { repositoryPath } from './setup/paths.mjs'

/** @type {{ module: { dimensionRecords: import('./pages/dimension-tables.mjs').DocumentedDimensions } }} */
const { module } = await runnerImport(join(repositoryPath, 'src', 'contracts', 'dimensions.ts'))
for (const page of madePages) {
  const path = join(repositoryPath, page)
  await writeFile(path, withDimensionTable(page, await readFile(path, 'utf8'), module.dimensionRecords))
  console.log(page)
}
