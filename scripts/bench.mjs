/**
 * `npm run bench [NAME …]` runs the benchmarks of tests/bench/: all of them, or those whose file name contains NAME.
 *
 * Each benchmark prints its figures beside those of a peer, measured in the same run. No benchmark fails because of its
 * speed, because machines are shared and noisy.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryPath as root } from './setup/paths.mjs'
import { runOrStop } from './setup/run-to-end.mjs'

const folder = join(root, 'tests/bench')
const wanted = process.argv.slice(2)
const names = readdirSync(folder)
  .filter((name) => /\.bench\.(mjs|ts)$/.test(name))
  .sort()
const files = names.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
if (files.length === 0) console.error(`no benchmark matches ${wanted.join(' ')}; there are: ${names.join(', ')}`)
let failed = files.length === 0
for (const name of files) {
  console.log(`=== ${name}`)
  const exitCode = await runOrStop(process.execPath, [join(folder, name)], { cwd: root })
  if (exitCode !== 0) failed = true
}
process.exitCode = failed ? 1 : 0
