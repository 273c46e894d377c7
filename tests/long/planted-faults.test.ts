/**
 * The power of the properties: each is run on a copy of the source with a fault in it, and must fail.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { propertySeed, propertySeedVariable } from '../../scripts/gate/property-seed.mjs'
import { runSuite } from '../../scripts/gate/run-suite.mjs'
import { type PlantedFault, plantedFaults } from './planted-faults.ts'

const root = join(import.meta.dirname, '../..')
/** Of one test of the properties; nothing that works takes as long. */
const hangMs = 300_000

const copies: string[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const path of copies.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** What the properties are made of. The runner and the window are none of it. */
const parts = ['src/capacity', 'src/contracts', 'src/planning', 'src/units', 'tests/unit', 'models', 'examples']

/** A copy of the source inside the repository, where it finds the packages. */
function copySource(test: string): string {
  mkdirSync(join(root, 'test-artifacts'), { recursive: true })
  const copy = mkdtempSync(join(root, 'test-artifacts', 'fault-'))
  copies.push(copy)
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  const project = { name: 'fault', include: [test], setupFiles: [join(root, 'tests/ready/property-seed.ts')] }
  const config = `export default { test: { projects: [{ test: ${JSON.stringify(project)} }] } }`
  writeFileSync(join(copy, 'vitest.config.mjs'), config)
  return copy
}

/** Titles of the tests that passed and that failed with the fault. */
async function runWith({ file, from, to, test }: PlantedFault) {
  const copy = copySource(test)
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text.split(from), `how often "${from}" stands in ${file}`).toHaveLength(2)
  writeFileSync(
    join(copy, file),
    text.replace(from, () => to),
  )
  // Its properties end on their first failure.
  vi.stubEnv(propertySeedVariable, String(propertySeed(root, 'random')))
  return runSuite(
    { name: 'fault', testTimeoutMs: hangMs },
    { rootPath: copy, artefactsPath: join(copy, 'report'), stdio: 'ignore' },
  )
}

function titleOf(name: string): string {
  return name.slice(name.lastIndexOf(' > ') + ' > '.length)
}

const byName = plantedFaults.map((fault) => [fault.name, fault] as const)

describe('the properties of predictions', () => {
  it.each(byName)('find %s', async (_name, fault) => {
    const { passed, failed } = await runWith(fault)
    // A file that does not load has found nothing.
    expect(failed.filter((name) => name.endsWith('(whole file)'))).toEqual([])
    if (fault.fails === undefined) expect([passed, failed.length > 0]).toEqual([0, true])
    for (const title of fault.fails ?? []) expect(failed.map(titleOf)).toContain(title)
  })
})
