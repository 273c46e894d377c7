import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { offering } from '../../../src/contracts/offering.ts'
import { scenario } from '../../../src/contracts/scenario.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const dedicated = offering.parse(read('models/confluent-cloud-dedicated.json'))
const orders2020 = scenario.parse(read('tests/fixtures/scenarios/orders-2020.headroom.json'))

/** The first example (60.8 MB/s on 1 CKU of 2020: 50 MB/s in, 5 MB/s a partition, which is soft) with other partitions. */
function ingressWith(partitions: number, kind: 'achievable' | 'expected' = 'achievable') {
  const topics = orders2020.workload.topics.map((topic) => ({ ...topic, partitions }))
  const prediction = predict({ ...orders2020, workload: { ...orders2020.workload, topics } }, dedicated)
  const { low, likely, high } = prediction[kind].ingressWireBytesPerSec
  return { low, likely: Math.round(likely / 1e5) / 10, high: Math.round(high / 1e5) / 10 }
}

describe('the high end of a band', () => {
  it('is a fifth above a soft limit, and ends at the next hard limit', () => {
    expect(ingressWith(5)).toMatchObject({ likely: 25, high: 30 })
    expect(ingressWith(9)).toMatchObject({ likely: 45, high: 50 })
    expect(ingressWith(10)).toMatchObject({ likely: 50, high: 50 })
    expect(ingressWith(24)).toMatchObject({ likely: 50, high: 50 })
  })

  it('for a run ends at the burst of that limit: 45 x 1.2 = 54 is below 50 x 1.2532 = 62.7', () => {
    expect(ingressWith(9, 'expected')).toMatchObject({ likely: 45, high: 54 })
    // Without a soft limit it is the burst itself: 60.8 is all that is offered.
    expect(ingressWith(11, 'expected')).toMatchObject({ likely: 55, high: 55 })
    expect(ingressWith(24, 'expected')).toMatchObject({ likely: 56.8, high: 60.8 })
  })

  it('never falls when partitions are added', () => {
    const highs = Array.from({ length: 40 }, (_, index) => ingressWith(index + 1).high)
    expect(highs).toEqual([...highs].sort((a, b) => a - b))
  })
})
