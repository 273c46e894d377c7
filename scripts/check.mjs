/**
 * `npm run check`: format and lint, types, layers, dead code. All of them run, so that one call shows all problems.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** @type {readonly { name: string, script: string, args: readonly string[] }[]} */
const checks = [
  {
    name: 'format and lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '.'],
  },
  ...['pure', 'node', 'renderer', 'tests', 'scripts'].map((project) => ({
    name: `types: ${project}`,
    script: 'node_modules/typescript/bin/tsc',
    args: ['-p', `tsconfig/${project}.json`],
  })),
  { name: 'layers', script: 'scripts/layers/check-layers.mjs', args: [] },
  { name: 'dead code', script: 'node_modules/knip/bin/knip.js', args: ['--treat-config-hints-as-errors'] },
]

if (!existsSync(resolve(root, 'node_modules', '.package-lock.json'))) {
  console.error('check: the npm packages are not installed; run: npm ci')
  process.exit(1)
}
const failed = []
for (const { name, script, args } of checks) {
  const startedAtMs = Date.now()
  const outcome = spawnSync(process.execPath, [resolve(root, script), ...args], { cwd: root, stdio: 'inherit' })
  const ok = outcome.status === 0
  if (!ok) failed.push(name)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAtMs) / 1000).toFixed(1)} s)`)
}
if (failed.length > 0) console.error(`check: ${failed.length} failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
