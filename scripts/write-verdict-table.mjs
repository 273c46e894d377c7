/**
 * `node scripts/write-verdict-table.mjs` writes the table of docs/verdicts.md from the rows of the verdict.
 *
 * Run it after a change of a row in src/evidence/verdict; tests/contract/verdicts-page.test.ts fails until then.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { verdictPage, withVerdictTable } from './pages/verdict-table.mjs'
import { repositoryPath } from './setup/paths.mjs'

/** @type {{ module: { verdictTable: import('./pages/verdict-table.mjs').DocumentedTable } }} */
const { module } = await runnerImport(join(repositoryPath, 'src', 'evidence', 'verdict', 'table.ts'))
const path = join(repositoryPath, verdictPage)
await writeFile(path, withVerdictTable(await readFile(path, 'utf8'), module.verdictTable))
console.log(verdictPage)
