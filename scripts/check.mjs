/**
 * `npm run check` checks format and lint, types, layers and dead code. All checks are run, as many at a time as there are
 * processors, so that one call shows all problems.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
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

/**
 * @param {(typeof checks)[number]} check
 * @returns {Promise<{ name: string, ok: boolean, text: string }>} `text`: its output, and a last line that says how it ended
 */
async function run({ name, script, args, needsRunner = false }) {
  if (needsRunner && !hasRunner)
    return { name, ok: false, text: `FAILED ${name}: not run, src/runner has no npm packages` }
  const startedAtMs = Date.now()
  // The output goes through a pipe, for which the tools would leave out colours.
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env
  const child = spawn(process.execPath, [resolve(root, script), ...args], { cwd: root, env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      printed += text
    })
  }
  const ok = (await new Promise((done) => child.once('close', done))) === 0
  const end = `${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAtMs) / 1000).toFixed(1)} s)`
  return { name, ok, text: `${printed}${end}` }
}

/** @type {string[]} */
const failed = []
const waiting = [...checks]
async function runInTurn() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { name, ok, text } = await run(check)
    if (!ok) failed.push(name)
    console.log(text)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, runInTurn))
if (failed.length > 0) console.error(`check: ${failed.length} failed: ${failed.join(', ')}`)
if (!hasRunner) console.error('check: src/runner has no npm packages; run: npm ci --ignore-scripts --prefix src/runner')
process.exitCode = failed.length === 0 ? 0 : 1
