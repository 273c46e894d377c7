/**
 * `npm run law-bands` computes the bands of each law from the recorded first sights and writes them into the models. A
 * test fails if a model has other bands. It reads the evidence only, so repeated runs give the same result.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf } from './pages/output-of.mjs'
import { repositoryPath } from './setup/paths.mjs'

const headroom = join(repositoryPath, 'scripts', 'headroom.mjs')
/** @type {Pick<import('../src/contracts/backtest.ts').Backtest, 'models'>} */
const { models } = JSON.parse(outputOf(process.execPath, [headroom, 'models', 'backtest', '--json']))
for (const { model: id, lawBands } of models) {
  if (lawBands === null) continue
  const path = join(repositoryPath, 'models', `${id}.json`)
  /** @type {{ hardware: { lawBands?: object, parameters: { residual?: object } } }} */
  const model = JSON.parse(readFileSync(path, 'utf8'))
  model.hardware.lawBands = lawBands.bands
  delete model.hardware.parameters.residual
  writeFileSync(path, JSON.stringify(model))
  outputOf(process.execPath, [join(repositoryPath, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', path])
  console.log(`${id}: bands of ${lawBands.bands.length} laws`)
}
