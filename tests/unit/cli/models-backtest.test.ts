import { describe, expect, it } from 'vitest'
import { backtest } from '../../../src/evidence/compute-backtest.ts'
import { backtestDocument } from '../../../src/presentation/backtest/backtest-document.ts'
import { paintTerminal } from '../../../src/presentation/painters/terminal-painter.ts'
import { dedicated } from '../capacity/known-files.ts'
import { headroom } from './run-headroom.ts'

const id = 'confluent-cloud-dedicated'

describe('headroom models backtest', () => {
  it('shows every point beside its prediction, within 100 columns', async () => {
    const { exitCode, out, err } = await headroom('models', 'backtest', id)
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toMatch(/white-paper-2020-gcp\)\s+111\.1 +111\.1 +97\.4–122\.7 +0 % +0 % +not identified/)
    expect(out).toMatch(/white-paper-2020-aws\)\s.* held +– +–/)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  it('begins with what was predicted blind; first sight comes before today’s error in the tables, too', async () => {
    const { out } = await headroom('models', 'backtest', 'apache-kafka-on-hosts')
    expect(out).toMatch(/^Predicted blind, 103 figures of 14 publications: median error/)
    expect(out.replace(/\s+/g, ' ')).toContain('First sight, 38 figures of 13 publications: median error')
    expect(out).toMatch(/Published +Error at first sight +Predicted today +Low to high +Error today\n/)
    expect(out).toMatch(/pravega-10-1\)\s+≥ 250,000 +reached .* likely\s/)
    expect(out).toMatch(/kafka-2020-m5a\)\s+823,937 +\+20 % /)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  it('prints one object with the fields that scripts look for', async () => {
    // Of one model: tests/contract/json-answers.test.ts reads the same fields of the points of all models.
    const { points, summary } = (await headroom('models', 'backtest', id, '--json')).json()
    expect(points.length).toBeGreaterThan(1)
    for (const point of points) {
      expect(Object.keys(point)).toEqual(
        expect.arrayContaining([
          ...['model', 'id', 'published', 'unit', 'predicted', 'error', 'leaveOneOutError', 'censored'],
        ]),
      )
    }
    expect(Object.keys(summary)).toEqual(
      expect.arrayContaining([
        ...['medianAbsError', 'medianAbsErrorLeaveOneOut', 'censoredPredictedBelow', 'parameters'],
      ]),
    )
  })

  it('prints the page, and refuses two forms at once', async () => {
    expect((await headroom('models', 'backtest', id, '--markdown')).out).toContain('# Backtest')
    expect((await headroom('models', 'backtest', id, '--markdown', '--json')).exitCode).toBe(2)
    expect((await headroom('models', 'backtest', 'nobody')).err).toContain('known offerings')
    expect((await headroom('models', 'backtest', id, 'another')).err).toContain('unexpected argument')
  })

  it('fits names of any length into its columns and says if there is no evidence', () => {
    const points = dedicated.evidence.points.map((point) => ({ ...point, id: point.id.repeat(4) }))
    const long = paintTerminal(
      backtestDocument(backtest([{ ...dedicated, evidence: { ...dedicated.evidence, points } }])),
      100,
    )
    expect(Math.max(...long.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(paintTerminal(backtestDocument(backtest([])), 100)).toBe(
      'There is no published figure to compare this model with.\n',
    )
  })
})
