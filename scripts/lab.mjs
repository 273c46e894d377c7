/**
 * `npm run lab [LAW]` runs the experiments on a law of the model, on real Apache Kafka. Without a name, it lists the
 * laws. `-- --record` stores the figures in docs/laws/. These are not tests: no figure makes them fail.
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
