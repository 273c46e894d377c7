import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Backtest, backtest } from '../../src/contracts/backtest.ts'
import { residualOf } from '../../src/evidence/residual.ts'
import { backtestDocument } from '../../src/presentation/backtest/backtest-document.ts'
import { paintMarkdown } from '../../src/presentation/painters/markdown-painter.ts'
import { shippedOffering } from '../unit/capacity/known-files.ts'
import { shippedBacktest } from './shipped-backtest.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('the backtest of the models', () => {
  let outcome: Backtest
  beforeAll(async () => {
    outcome = await shippedBacktest()
  }, 240_000)

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

  it('leaves the bands by law that models/apache-kafka-on-hosts.json has: make them again with npm run law-bands', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const found = outcome.models.find(({ model }) => model === hosts.id)?.lawBands?.bands
    expect(found).toHaveLength(7)
    expect(hosts.model === 'broker-hardware' && hosts.hardware.lawBands).toEqual(found)
  })

  it('leaves more than the residual of models/aiven-kafka-2017.json, chosen by fits that ended early, which says so', () => {
    const { table } = shippedOffering('aiven-kafka-2017') as { table: { residual: { value: number; meaning: string } } }
    const found = residualOf(outcome.points.filter((point) => point.model === 'aiven-kafka-2017'))
    expect([table.residual.value, found]).toEqual([0.392, expect.closeTo(0.47, 2)])
    const held = outcome.points.filter(
      ({ leaveOneOut, published }) =>
        leaveOneOut !== null && leaveOneOut.low <= published && published <= leaveOneOut.high,
    )
    expect(held.filter(({ model }) => model === 'aiven-kafka-2017')).toHaveLength(10)
    expect(table.residual.meaning).toContain('of these twelve 10 lie inside')
  })
})
