/**
 * `npm run check`: format and lint, types, layers, dead code. All of them run, so that one call shows all problems.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Packages of the runner whose types our own sources use. */
const runnerTypes = ['kafkajs', 'node-rdkafka']

/** @type {readonly { name: string, script: string, args: readonly string[], needsRunner?: boolean }[]} */
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
    needsRunner: project === 'node' || project === 'tests',
  })),
  { name: 'layers', script: 'scripts/layers/check-layers.mjs', args: [] },
  {
    name: 'dead code',
    script: 'node_modules/knip/bin/knip.js',
    args: ['--treat-config-hints-as-errors'],
    needsRunner: true,
  },
]

if (!existsSync(resolve(root, 'node_modules', '.package-lock.json'))) {
  console.error('check: the npm packages are not installed; run: npm ci')
  process.exit(1)
}
const hasRunner = runnerTypes.every((name) =>
  existsSync(resolve(root, 'src/runner/node_modules', name, 'package.json')),
)
const failed = []
for (const { name, script, args, needsRunner = false } of checks) {
  if (needsRunner && !hasRunner) {
    failed.push(name)
    console.log(`FAILED ${name}: not run, src/runner has no npm packages`)
    continue
  }
  const startedAtMs = Date.now()
  const outcome = spawnSync(process.execPath, [resolve(root, script), ...args], { cwd: root, stdio: 'inherit' })
  const ok = outcome.status === 0
  if (!ok) failed.push(name)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAtMs) / 1000).toFixed(1)} s)`)
}
if (failed.length > 0) console.error(`check: ${failed.length} failed: ${failed.join(', ')}`)
if (!hasRunner) console.error('check: src/runner has no npm packages; run: npm ci --ignore-scripts --prefix src/runner')
process.exitCode = failed.length === 0 ? 0 : 1
