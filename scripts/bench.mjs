/**
 * `npm run bench [NAME …]`: runs the benchmarks of tests/bench/ (all, or those whose file name holds NAME).
 *
 * Each prints its figures beside a peer's, measured in the same run; none fails for being slow, because machines are
 * shared and noisy. Here speed is looked at, not asserted.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryPath as root } from './setup/paths.mjs'

const folder = join(root, 'tests/bench')
const wanted = process.argv.slice(2)
const files = readdirSync(folder)
  .filter((name) => /\.bench\.(mjs|ts)$/.test(name))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort()
if (files.length === 0)
  console.error(`no benchmark matches ${wanted.join(' ')}; there are: ${readdirSync(folder).join(', ')}`)
let failed = files.length === 0
for (const name of files) {
  console.log(`=== ${name}`)
  const outcome = spawnSync(process.execPath, [join(folder, name)], { cwd: root, stdio: 'inherit' })
  if (outcome.status !== 0) failed = true
}
process.exitCode = failed ? 1 : 0
