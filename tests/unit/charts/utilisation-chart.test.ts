import { describe, expect, test } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { utilisationChart } from '../../../src/charts/utilisation-chart.ts'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import { dedicated, smallScenario } from '../capacity/known-files.ts'
import { knownPrediction } from '../presentation/known-prediction.ts'

const chart = utilisationChart(knownPrediction)

function bars(description = chart) {
  return description.series.flatMap((series) => (series.kind === 'bars' ? series.bars : []))
}

describe('the utilisation chart', () => {
  test('puts the binding limit first and the others by fullness', () => {
    expect(chart.y.ticks.map((tick) => [tick.label, tick.detail, bars()[tick.value]?.text])).toMatchInlineSnapshot(`
      [
        [
          "Ingress – binds",
          "125 of 100 MB/s",
          "125 %",
        ],
        [
          "Egress",
          "375 of 310 MB/s",
          "121 %",
        ],
        [
          "Producer pipeline",
          "125 of 260 MB/s per connection",
          "48 %",
        ],
        [
          "Partition ingress (orders)",
          "1.16 of 5 MB/s",
          "23 %",
        ],
        [
          "Partitions",
          "108 of 6,000 partitions",
          "1.8 %",
        ],
        [
          "Connections",
          "14 of 2,000 connections",
          "0.7 %",
        ],
      ]
    `)
    expect(bars().map((bar) => bar.isBinding)).toEqual([true, false, false, false, false, false])
  })

  test.each([
    ['within', { dimension: 'ingress', kind: 'guideline', utilisation: 0.8 }],
    ['above-target', { dimension: 'ingress', kind: 'guideline', utilisation: 0.81 }],
    ['above-target', { dimension: 'partitions', kind: 'guideline', utilisation: 0.9 }],
    ['within', { dimension: 'partitions', kind: 'fixed', utilisation: 0.9 }],
    ['above-target', { dimension: 'ingress', kind: 'fixed', utilisation: 1 }],
    ['over', { dimension: 'partitions', kind: 'fixed', utilisation: 1.01 }],
  ] as const)('gives the level %s to %j', (level, limit) => {
    const [first] = knownPrediction.constraints
    const constraints = first === undefined ? [] : [{ ...first, ...limit }]
    expect(bars(utilisationChart({ ...knownPrediction, constraints })).map((bar) => bar.level)).toEqual([level])
  })

  test('puts a binding limit first even if another is fuller', () => {
    const binding = [{ id: 'partitions', dimension: 'partitions', layer: 'cluster' } as const]
    const [first] = utilisationChart({ ...knownPrediction, binding }).y.ticks
    expect(first?.label).toBe('Partitions – binds')
  })

  test('says why a limit does not bind that is fuller than the one that binds first', () => {
    const others = [
      ['ingress', 0.79],
      ['consumers-per-partition', 1.02],
      ['partitions', 1],
      ['storage', 0.95],
      ['egress', 0.9],
      ['connections', 0.5],
    ] as const
    const constraints = others.flatMap(([dimension, utilisation]) =>
      knownPrediction.constraints.slice(0, 1).map((each) => ({ ...each, id: dimension, dimension, utilisation })),
    )
    const fits = utilisationChart({ ...knownPrediction, headroom: 1.2, constraints })
    expect(fits.y.ticks.map(({ label }) => label)).toEqual([
      'Ingress – binds first',
      'Consumers per partition – does not limit',
      'Partitions – does not grow with the load',
      'Storage – grows with the average load',
      'Egress – grows more slowly than the load',
      'Connections',
    ])
    expect(fits.table.rows.map((row) => row.at(-1))).toContain('no: does not grow with the load')
  })

  test('leaves out members per partition, which slow no client, until there are more of them than partitions', () => {
    const labelsFor = (members: number) =>
      utilisationChart(predict(smallScenario({ group: { members } }), dedicated)).y.ticks.map(({ label }) => label)
    expect(labelsFor(12).join()).not.toContain('Consumers per partition (group)')
    expect(labelsFor(13).join()).toContain('Consumers per partition (group)')
  })

  test('keeps the order of the prediction among limits that bind together', () => {
    const binding = [
      { id: 'egress', dimension: 'egress', layer: 'cluster' } as const,
      { id: 'ingress', dimension: 'ingress', layer: 'cluster' } as const,
    ]
    const tied = utilisationChart({ ...knownPrediction, binding })
    expect(tied.y.ticks.slice(0, 2).map((tick) => tick.label)).toEqual(['Egress – binds', 'Ingress – binds'])
    expect(tied.textAlternative).toContain('Egress at 121 % and Ingress at 125 % bind;')
  })

  test('shows the name of a topic unchanged and hides the number that only makes ids unique', () => {
    const constraints = knownPrediction.constraints.map((entry) =>
      entry.dimension === 'producer-pipeline' ? { ...entry, id: 'producer-pipeline:0:Order Service' } : entry,
    )
    const named = utilisationChart({ ...knownPrediction, constraints })
    expect(named.y.ticks[2]?.label).toBe('Producer pipeline (Order Service)')
    expect(named.textAlternative).toContain('producer pipeline (Order Service) 48 %')
  })

  test('says that the records of a producer pipeline are those of one connection', () => {
    const details = chart.y.ticks.map(({ label, detail }) => [label, detail])
    expect(details.find(([label]) => label?.startsWith('Producer pipeline'))?.[1]).toBe(
      '125 of 260 MB/s per connection',
    )
    expect(details.find(([label]) => label?.startsWith('Ingress'))?.[1]).toBe('125 of 100 MB/s')
  })

  test('names the target where its label has room beside that of the limit', () => {
    const labelAt = (factor: number) => {
      const constraints = knownPrediction.constraints.map((each) => ({
        ...each,
        utilisation: each.utilisation * factor,
      }))
      return utilisationChart({ ...knownPrediction, constraints }).annotations[0]?.label
    }
    expect([labelAt(0.5), labelAt(1.5)]).toEqual(['target 80 %', '80 %'])
  })

  test('says the same in its table as in its bars', () => {
    const values = chart.table.rows.map((row) => row[chart.table.columns.findIndex(({ id }) => id === 'utilisation')])
    expect(values).toEqual(bars().map((bar) => bar.value))
  })

  test('names every figure in one sentence', () => {
    expect(chart.textAlternative).toMatchInlineSnapshot(
      `"Utilisation at the offered load, which is more than fits: Ingress at 125 % binds; egress 121 %, producer pipeline 48 %, partition ingress (orders) 23 %, partitions 1.8 %, connections 0.7 %."`,
    )
  })

  test('marks 80 % and the limit', () => {
    expect(chart.annotations).toEqual([
      { kind: 'tick', axis: 'x', value: 0.8, label: '80 %' },
      { kind: 'limit', axis: 'x', value: 1, label: 'limit', isBinding: true },
    ])
  })

  test('leaves out the 80 % mark if a load far over the limit leaves no room for both labels', () => {
    const constraints = knownPrediction.constraints.map((entry) => ({ ...entry, utilisation: entry.utilisation * 10 }))
    const far = utilisationChart({ ...knownPrediction, constraints })
    expect(far.annotations.map((each) => each.label)).toEqual(['limit'])
  })

  test('shows only the fullest limit of each dimension if there are too many to read', () => {
    const topics = Array.from({ length: 40 }, (_, number) => ({
      ...knownPrediction.constraints[3],
      id: `partition-ingress:topic-${number}`,
      utilisation: number / 100,
    }))
    const constraints = [...knownPrediction.constraints, ...topics] as Prediction['constraints']
    const many = utilisationChart({ ...knownPrediction, constraints })
    expect(many.y.ticks.map((tick) => tick.label)).toEqual([
      'Ingress – binds',
      'Egress',
      'Producer pipeline',
      'Partition ingress (topic-39), fullest of 41',
      'Partitions',
      'Connections',
    ])
  })

  test('shortens a long name beside its bar and gives it in full in the table', () => {
    const id = `partition-ingress:${'payments-'.repeat(20)}eu`
    const constraints = knownPrediction.constraints.map((entry) =>
      entry.dimension === 'partition-ingress' ? { ...entry, id } : entry,
    )
    const long = utilisationChart({ ...knownPrediction, constraints })
    expect(long.y.ticks[3]?.label).toBe('Partition ingress (paym…payments-eu)')
    expect(long.textAlternative.length).toBeLessThan(250)
    expect(long.table.rows[3]?.[0]).toBe(`Partition ingress (${id.slice(18)})`)
  })

  test('is drawn empty if nothing is limited', () => {
    const empty = utilisationChart({ ...knownPrediction, constraints: [], binding: [] })
    expect(empty.textAlternative).toBe('No limit applies to this workload.')
    expect(empty.table.rows).toEqual([])
  })
})
