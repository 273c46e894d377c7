/**
 * `npm run law-bands` computes the bands of each law from the recorded first sights and writes them into the models. A
 * test fails if a model has other bands. It reads the evidence only, so repeated runs give the same result.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryPath } from './setup/paths.mjs'

/**
 * Returns the output of a command of this repository. Ends this script if the command fails.
 * @param {readonly string[]} words
 */
function outputOf(words) {
  const { status, stdout } = spawnSync(process.execPath, words, {
    cwd: repositoryPath,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 2 ** 20,
  })
  if (status !== 0) process.exit(status ?? 1)
  return stdout
}

const headroom = join(repositoryPath, 'scripts', 'headroom.mjs')
/** @type {Pick<import('../src/contracts/backtest.ts').Backtest, 'models'>} */
const { models } = JSON.parse(outputOf([headroom, 'models', 'backtest', '--json']))
for (const { model: id, lawBands } of models) {
  if (lawBands === null) continue
  const path = join(repositoryPath, 'models', `${id}.json`)
  /** @type {{ hardware: { lawBands?: object, parameters: { residual?: object } } }} */
  const model = JSON.parse(readFileSync(path, 'utf8'))
  model.hardware.lawBands = lawBands.bands
  delete model.hardware.parameters.residual
  writeFileSync(path, JSON.stringify(model))
  outputOf([join(repositoryPath, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', path])
  console.log(`${id}: bands of ${lawBands.bands.length} laws`)
}
