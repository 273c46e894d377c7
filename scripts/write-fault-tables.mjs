/**
 * `node scripts/write-fault-tables.mjs` writes the tables of docs/reliability.md from the table of faults.
 *
 * Run it after a change in tests/faults/table; tests/contract/reliability-page.test.ts fails until then.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { reliabilityPage, withFaultTables } from './pages/fault-tables.mjs'
import { repositoryPath } from './setup/paths.mjs'

/** @type {(name: string) => Promise<{ module: Record<string, unknown> }>} */
const table = (name) => runnerImport(join(repositoryPath, 'tests', 'faults', 'table', name))
const { faultTable } = /** @type {{ faultTable: import('./pages/fault-tables.mjs').DocumentedFault[] }} */ (
  (await table('fault-table.ts')).module
)
const { faultTimes } = /** @type {{ faultTimes: string[] }} */ ((await table('fault.ts')).module)
const path = join(repositoryPath, reliabilityPage)
await writeFile(path, withFaultTables(await readFile(path, 'utf8'), faultTable, faultTimes))
console.log(reliabilityPage)
