import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Backtest, backtest } from '../../src/contracts/backtest.ts'
import { residualOf } from '../../src/evidence/residual.ts'
import { backtestDocument } from '../../src/presentation/backtest/backtest-document.ts'
import { paintMarkdown } from '../../src/presentation/painters/markdown-painter.ts'
import { locateResources } from '../../src/workbench/resources.ts'
import { backtestModels } from '../../src/workbench/sizing/backtest-models.ts'
import { shippedOffering } from '../unit/capacity/known-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('the backtest of the models', () => {
  let outcome: Backtest
  beforeAll(async () => {
    outcome = await backtestModels(locateResources(root))
  }, 60_000)

  it('follows its schema and has a prediction with low, likely and high for each published point', () => {
    expect(backtest.parse(outcome)).toEqual(outcome)
    expect(outcome.points.length).toBeGreaterThanOrEqual(3)
    for (const { id, predicted } of outcome.points) {
      expect(predicted.low, id).toBeLessThanOrEqual(predicted.likely)
      expect(predicted.high, id).toBeGreaterThanOrEqual(predicted.likely)
      expect(predicted.likely, id).toBeGreaterThan(0)
    }
  })

  it('is what docs/backtest.md says: make the page again with npm run backtest-page', () => {
    expect(paintMarkdown(backtestDocument(outcome))).toBe(readFileSync(join(root, 'docs/backtest.md'), 'utf8'))
  })

  const residualsOf = (id: string) => {
    const model = shippedOffering(id)
    const stated = model.model === 'broker-hardware' ? model.hardware.parameters.residual.value : Number.NaN
    const own = outcome.points.filter((point) => point.model === id)
    return [
      model.model === 'measured-table' ? model.table.residual.value : stated,
      residualOf(own) ?? Number.NaN,
    ] as const
  }

  it('leaves the residual that models/apache-kafka-on-hosts.json says', () => {
    const [stated = 0, found = 0] = residualsOf('apache-kafka-on-hosts')
    // Rounded up: rounded down, it would hold a figure less than it says.
    expect(stated).toBeGreaterThanOrEqual(found)
    expect(stated).toBeCloseTo(found, 3)
  })

  it('leaves more than the residual of models/aiven-kafka-2017.json, chosen by fits that ended early, which says so', () => {
    const [stated, found] = residualsOf('aiven-kafka-2017')
    expect([stated, found]).toEqual([0.392, expect.closeTo(0.47, 2)])
    const { table } = shippedOffering('aiven-kafka-2017') as { table: { residual: { meaning: string } } }
    const held = outcome.points.filter(
      ({ leaveOneOut, published }) =>
        leaveOneOut !== null && leaveOneOut.low <= published && published <= leaveOneOut.high,
    )
    expect(held.filter(({ model }) => model === 'aiven-kafka-2017')).toHaveLength(10)
    expect(table.residual.meaning).toContain('of these twelve 10 lie inside')
  })
})
