/**
 * `npm run backtest-page`: makes docs/backtest.md from the models. A test fails where the page is another.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryPath } from './setup/paths.mjs'

const command = [join(repositoryPath, 'scripts', 'headroom.mjs'), 'models', 'backtest', '--markdown']
const outcome = spawnSync(process.execPath, command, { cwd: repositoryPath, stdio: ['ignore', 'pipe', 'inherit'] })
if (outcome.status === 0) writeFileSync(join(repositoryPath, 'docs', 'backtest.md'), outcome.stdout)
process.exitCode = outcome.status ?? 1
