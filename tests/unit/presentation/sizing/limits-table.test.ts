import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import type { Prediction } from '../../../../src/contracts/prediction.ts'
import { plainLines } from '../../../../src/presentation/painters/plain-content.ts'
import { limitLine, limitsInOrder, limitsTable } from '../../../../src/presentation/sizing/limits-table.ts'
import { dedicated, smallScenario } from '../../capacity/known-files.ts'

/** A prediction with a limit of each of these utilisations, by id, beside ingress, which binds. */
function predictionOf(utilisations: Readonly<Record<string, number>>): Prediction {
  const prediction = predict(smallScenario({}), dedicated)
  const [ingress] = prediction.constraints.filter(({ dimension }) => dimension === 'ingress')
  if (ingress === undefined) throw new Error('no limit of ingress')
  const others = Object.entries(utilisations).map(([id, utilisation]) => {
    const isWaste = id.startsWith('consumers')
    const dimension = isWaste ? ('consumers-per-partition' as const) : ('partition-ingress' as const)
    return { ...ingress, id, dimension, utilisation, kind: isWaste ? ('structural' as const) : ('soft' as const) }
  })
  const binding = prediction.binding.slice(0, 1).map((first) => ({ ...first, id: ingress.id }))
  return { ...prediction, constraints: [ingress, ...others], binding }
}

/** Limit and utilisation of each row. */
function rowsOf(prediction: Prediction, isMerged: boolean): string[] {
  const block = limitsTable(prediction, isMerged)
  if (block.kind !== 'table') throw new Error('no table')
  return block.rows.map((row) => [row[0], row[2]].map((cell) => plainLines(cell?.content ?? '').join(' ')).join(': '))
}

describe('limitsTable()', () => {
  const many = predictionOf({
    'partition-ingress:a': 0.02,
    'partition-ingress:b': 0.004,
    'partition-ingress:c': 0.003,
    'partition-ingress:d': 0.0000001,
    'consumers:a': 1,
    'consumers:b': 0.5,
    'consumers:c': 1.5,
  })

  it('has one row for the limits of a dimension that matter little, counts them, and has waste last', () => {
    const [binding, ...others] = rowsOf(many, true)
    expect(binding).toMatch(/^Ingress .*binds first/)
    expect(others).toEqual([
      'Partition ingress (a): 2 %',
      'Partition ingress (b) and 2 more, none fuller: ≤ 0.4 %',
      'Consumers per partition (c): 150 %',
      'Consumers per partition (a) and 1 more, none fuller: ≤ 100 %',
    ])
  })

  it('says why a limit that is fuller than the one that binds first does not bind first', () => {
    const [ingress] = many.constraints
    const used = (ingress?.utilisation ?? 0) * 2
    const fuller = {
      ...many.constraints[1],
      id: 'requests',
      dimension: 'requests',
      kind: 'guideline',
      utilisation: used,
    }
    const prediction = { ...many, headroom: 5, constraints: [...many.constraints, fuller] } as Prediction
    const [first = '', second = '', ...others] = rowsOf(prediction, false)
    expect([first, second]).toEqual([
      expect.stringMatching(/^Ingress .*binds first/),
      expect.stringMatching(/^Requests.* grows more slowly than the load: /),
    ])
    expect(others.filter((row) => row.includes('slowly'))).toEqual([])
    // A load that is too much has a limit that binds now, and nothing that comes first.
    expect(rowsOf({ ...prediction, headroom: 0.5 }, false).join()).not.toContain('slowly')
  })

  it('has a row for every limit if they are not merged', () => {
    expect(rowsOf(many, false)).toHaveLength(8)
    expect(rowsOf(many, false).at(-1)).toBe('Consumers per partition (b): 50 %')
  })

  it('says in a line that waste does not limit, however full it is', () => {
    const lines = limitsInOrder(many).map(limitLine)
    expect(lines.filter((line) => line.includes('does not limit'))).toEqual(lines.slice(-3))
    expect(lines.at(-2)).toMatch(/ · 100 % · does not limit$/)
    expect(lines[1]).toMatch(/ · 2 %$/)
  })

  it('names no limit fuller than it is if all of them are nearly unused', () => {
    const unused = predictionOf({ 'partition-ingress:a': 0.0000002, 'partition-ingress:b': 0.0000001 })
    expect(rowsOf(unused, true)[1]).toBe('Partition ingress (a) and 1 more, none fuller: ≤ 0.1 %')
  })
})
