import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import { answerTiles } from '../../../../src/presentation/sizing/answer-tiles.ts'
import { otherThanRecommended, sizeOfTiles, tilesNote } from '../../../../src/presentation/sizing/tiles-caption.ts'
import { formatByteRate } from '../../../../src/units/byte-rate.ts'
import {
  dedicated,
  exampleScenario,
  manyRequests,
  orders2020,
  shippedOffering,
  smallScenario,
} from '../../capacity/known-files.ts'

describe('the tiles of a prediction', () => {
  it('are both rates with band and payload, the records and the headroom, if limits are published', () => {
    expect(answerTiles(predict(orders2020, dedicated))).toEqual([
      {
        label: 'Achievable ingress, wire',
        value: { digits: '50', unit: 'MB/s' },
        notes: ['band 49.9–50 MB/s', 'payload 49.4 MB/s'],
      },
      {
        label: 'Achievable egress, wire',
        value: { digits: '100', unit: 'MB/s' },
        notes: ['band 99.8–100 MB/s', 'payload 98.7 MB/s'],
      },
      {
        label: 'Achievable records written',
        value: { digits: '49,367', unit: 'records/s' },
        notes: ['60,000 records/s offered'],
      },
      { label: 'Headroom', value: { digits: '×0.82', unit: '' }, notes: ['50 MB/s in at most'] },
    ])
  })

  it('call the rates carried where the whole load fits, because more would fit than is offered', () => {
    const tiles = answerTiles(predict({ ...orders2020, deployment: { ...orders2020.deployment, size: 2 } }, dedicated))
    expect(tiles.slice(0, 3).map(({ label }) => label)).toEqual([
      'Carried ingress, wire',
      'Carried egress, wire',
      'Carried records written',
    ])
    expect(tiles[2]).toMatchObject({ value: { digits: '60,000', unit: 'records/s' }, notes: ['the whole load'] })
  })

  it('have the chance and its least certain law on hosts', () => {
    const tiles = answerTiles(predict(exampleScenario('huawei-scenarios'), shippedOffering('apache-kafka-on-hosts')))
    expect(tiles.at(-1)).toEqual({
      label: 'Chance that the load is met',
      value: { digits: 'less than 1', unit: '%' },
      notes: ['least sure: producer pipeline'],
    })
  })

  it('name no law as the least sure where a ceiling of clients that is given is too low', () => {
    const scenario = smallScenario({
      topic: { partitions: 60 },
      producer: { peakRecordsPerSec: 20_000 },
      group: { name: 'audit', members: 3, mostRecordsPerSec: 2_000 },
      deployment: { offering: 'apache-kafka-on-hosts', size: 3, tier: 'm5.xlarge', asOf: undefined },
    })
    const tiles = answerTiles(predict(scenario, shippedOffering('apache-kafka-on-hosts')))
    expect(tiles.at(-1)).toMatchObject({
      value: { digits: 'less than 1', unit: '%' },
      notes: ['too much for what a consumer can read (333 %)'],
    })
  })

  it('say that the same load is more bytes in small batches, as the chart of limits shows it', () => {
    const waiting = predict(manyRequests({ size: 1 }), dedicated)
    const demandOf = (name: string) => waiting.constraints.find(({ dimension }) => dimension === name)?.demand ?? 0
    const [written, read] = [demandOf('ingress'), demandOf('egress')]
    expect(written).toBeGreaterThan(1.01 * waiting.offered.ingressWireBytesPerSec)
    expect(tilesNote(waiting)).toBe(
      `Figures while clients wait. In small batches, as in the chart, the load is ${formatByteRate(written)} in and ${formatByteRate(read)} out.`,
    )
  })

  it('are below a line that names their size', () => {
    const size2 = { ...orders2020, deployment: { ...orders2020.deployment, size: 2 } }
    const prediction = predict(size2, dedicated)
    expect([sizeOfTiles(prediction), tilesNote(prediction)]).toEqual(['2 CKUs, as in the form', ''])
  })

  it('are below a line that says what the headline recommends instead', () => {
    const change = { changes: [], smallest: { size: 1, dimension: 'ingress', targetUtilisation: 0.8 } } as const
    const other = (part: Partial<Parameters<typeof otherThanRecommended>[0]>, sizeInForm: number) =>
      otherThanRecommended({ change: null, isChangeSure: false, size: 2, ...part }, sizeInForm, dedicated)
    expect(other({}, 1)).toBe(', not the 2 CKUs recommended above')
    expect(other({}, 2)).toBe('')
    expect(other({ size: null }, 2)).toBe('')
    // A change that is only offered is not the headline's size.
    expect(other({ change }, 2)).toBe('')
    expect(other({ change, isChangeSure: true }, 2)).toBe(', not the 1 CKU recommended above')
    expect(other({ change, isChangeSure: true }, 1)).toBe(', without the changes recommended above')
  })

  it('of a refused workload are not called carried, and the line above says that it is refused', () => {
    const refused = predict({ ...orders2020, deployment: { ...orders2020.deployment, size: 200 } }, dedicated)
    expect(refused.isFeasible).toBe(false)
    expect(answerTiles(refused)[0]?.label).toBe('Achievable ingress, wire')
    expect(tilesNote(refused)).toBe('What it would carry if the workload were not refused.')
  })

  it('name the group whose lag grows if others keep up', () => {
    const scenario = smallScenario({
      topic: { partitions: 60 },
      producer: { peakRecordsPerSec: 20_000 },
      workload: {
        consumerGroups: [
          { name: 'audit', topic: 'events', members: 3, mostRecordsPerSec: 2_000 },
          { name: 'search', topic: 'events', members: 3 },
        ],
      },
    })
    const [, read] = answerTiles(predict(scenario, dedicated))
    expect(read?.notes.at(-1)).toMatch(/^lag of "audit" grows by [\d.]+ MB\/s$/)
  })

  it('say how fast the lag grows if consumers fall behind', () => {
    const scenario = smallScenario({
      topic: { partitions: 108 },
      producer: { peakRecordsPerSec: 150_000, clients: 50 },
      group: { count: 5, members: 10 },
    })
    const [, read] = answerTiles(predict(scenario, dedicated))
    expect(read?.notes.at(-1)).toMatch(/^lag grows by [\d.]+ MB\/s$/)
  })
})
