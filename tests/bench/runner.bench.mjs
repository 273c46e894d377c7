/**
 * What a record costs the client: Headroom's own load client beside its peers, on one broker, in one run.
 *
 * `npm run bench:runner [-- producer | consumer] [-- --records N] [-- --without-java]`: records of 512 bytes, for each client
 * the CPU-seconds of its process per million records and the records a second. Wanted: Headroom's producer at most 1.25
 * times the tuned loop of node-rdkafka with delivery reports, its consumer at most 1.1 times; the ratios to the others
 * are printed for information. docs/decisions/runner-speed.md says what the figures mean.
 *
 * The measurement is TypeScript and needs the runner's own Node; this file starts it there.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runToEnd } from '../../scripts/setup/run-to-end.mjs'

const root = resolve(import.meta.dirname, '../..')
const node = join(root, 'src/runner/node_modules/node/bin/node')

if (existsSync(node)) {
  const script = join(root, 'tests/bench/runner/side-by-side.ts')
  process.exitCode = await runToEnd(node, [script, ...process.argv.slice(2)])
} else {
  console.error('The runner is not ready: run node scripts/prepare-runner.mjs first.')
  process.exitCode = 1
}
