/**
 * What a record costs the client: Headroom's own load client beside its peers, on one broker, in one run.
 *
 * `npm run bench:runner [-- producer | consumer] [-- --shapes plain,keyed,headers,lz4,tls,idempotent,transactions]
 * [--bytes 512,100] [--records N] [--rounds N] [--without-java] [--client NAME]...`, where `--client` takes a name of the
 * table and may be given several times; without it all clients run. For each client it prints the CPU-seconds of its process
 * per million records, of it the loop's thread, records a second, memory, and whether the targets are met. Each table is
 * printed when it is complete. docs/decisions/engine.md says what the figures mean.
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
