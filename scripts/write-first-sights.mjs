/**
 * `npm run first-sights [-- ID…]` predicts every published point that awaits its figure and has no prediction yet. It
 * records the predictions in the models and in tests/recorded/first-sights.tsv. Commit both before the figure is looked
 * up.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf } from './pages/output-of.mjs'
import { repositoryPath } from './setup/paths.mjs'

const recordPath = join(repositoryPath, 'tests', 'recorded', 'first-sights.tsv')

if (outputOf('git', ['status', '--porcelain', 'src']) !== '') {
  console.error('src/ has changes: commit them first, so that a commit names the code that predicts')
  process.exit(2)
}
const commit = outputOf('git', ['rev-parse', '--short', 'HEAD']).trim()
const date = new Date().toISOString().slice(0, 10)
const headroom = join(repositoryPath, 'scripts', 'headroom.mjs')
/** @type {{ awaiting: import('../src/contracts/backtest.ts').AwaitingPoint[] }} */
const { awaiting } = JSON.parse(outputOf(process.execPath, [headroom, 'models', 'backtest', '--json']))
const notBlind = new Set(process.argv.slice(2))
const unpredicted = awaiting.filter((point) => point.firstSight === null)

for (const id of new Set(unpredicted.map((point) => point.model))) {
  const path = join(repositoryPath, 'models', `${id}.json`)
  /** @type {{ evidence: { points: { id: string, firstSight?: object }[] } }} */
  const model = JSON.parse(readFileSync(path, 'utf8'))
  for (const { id: pointId, predicted, binding, likelyFactor } of unpredicted.filter((point) => point.model === id)) {
    const { likely, low, high } = predicted
    const point = model.evidence.points.find((each) => each.id === pointId)
    const basis = notBlind.has(pointId) ? 'recorded' : 'blind'
    if (point === undefined) continue
    const factor = likelyFactor === 1 ? {} : { likelyFactor }
    point.firstSight = { likely, low, high, date, commit, basis, binding, ...factor }
    const line = [id, pointId, likely, low, high, date, commit, basis, binding, ...Object.values(factor)]
    appendFileSync(recordPath, `${line.join('\t')}\n`)
  }
  writeFileSync(path, JSON.stringify(model))
  outputOf(process.execPath, [join(repositoryPath, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', path])
}
console.log(`${unpredicted.length} points predicted at ${commit}`)
