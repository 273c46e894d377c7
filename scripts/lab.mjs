/**
 * `npm run lab [LAW]`: experiments on real Apache Kafka, one for each law of the model; without a name, what there is.
 * `-- --record` keeps the figures in docs/laws/. Not a test: nothing fails for its figures.
 *
 * The experiments are TypeScript and need the runner's own Node; this file starts it there.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nodePathIn, repositoryPath, runnerPath } from './setup/paths.mjs'
import { runToEnd } from './setup/run-to-end.mjs'

const node = nodePathIn(runnerPath)
if (existsSync(node)) {
  const script = join(repositoryPath, 'tests/lab/main.ts')
  process.exitCode = await runToEnd(node, ['--disable-warning=ExperimentalWarning', script, ...process.argv.slice(2)])
} else {
  console.error('The runner is not ready: run npm run ready first.')
  process.exitCode = 1
}
