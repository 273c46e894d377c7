/**
 * `npm run backtest-page` writes docs/backtest.md from the models. A test fails if the page is out of date.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryPath } from './setup/paths.mjs'

const command = [join(repositoryPath, 'scripts', 'headroom.mjs'), 'models', 'backtest', '--markdown']
const outcome = spawnSync(process.execPath, command, { cwd: repositoryPath, stdio: ['ignore', 'pipe', 'inherit'] })
if (outcome.status === 0) writeFileSync(join(repositoryPath, 'docs', 'backtest.md'), outcome.stdout)
process.exitCode = outcome.status ?? 1
