import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sample } from '../../../src/contracts/sample.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { condenseSamples } from '../../../src/measurement/condense-samples.ts'
import { anySamples } from './any-samples.ts'
import { underQuota } from './simulated-result.ts'
import { planOf, type RunShape, simulateRun } from './simulated-run.ts'

const shapes: readonly RunShape[] = [
  underQuota,
  { groups: 2, hotPartitionShare: 0.7 },
  { durationSeconds: 40 },
  { cutAtSecond: 75 },
  { serviceUs: (second) => 1000 + second * 1000 },
  { readPerSec: 1500, lostPerSec: 3, duplicatesPerSec: 2, unknownPerSec: 1 },
]

function histogramsOf(samples: readonly Sample[]): number {
  const producers = samples.flatMap((sample) => sample.producers)
  const all = [
    ...producers.flatMap((each) => [each.serviceHistogram, each.responseHistogram, each.scheduleDelayHistogram]),
    ...samples.flatMap((sample) => sample.consumers.map(({ endToEndHistogram }) => endToEndHistogram)),
  ]
  return all.filter((each) => each !== null).length
}

describe('condensed seconds', () => {
  it.each(shapes)('give the same result to the record, run %#', (shape) => {
    const { plan, samples } = simulateRun(shape)
    expect(computeResult(plan, [...condenseSamples(plan, samples)])).toEqual(computeResult(plan, samples))
  })

  it('give the same result for any samples, in any order, readable or not', () => {
    const plan = planOf({ durationSeconds: 20, windowSeconds: 3, burnInSeconds: 2 })
    fc.assert(
      fc.property(anySamples, (samples) => {
        expect(computeResult(plan, [...condenseSamples(plan, samples)])).toEqual(computeResult(plan, samples))
      }),
    )
  })

  it('have one histogram of each kind per window, and each partition once', () => {
    const { plan, samples } = simulateRun({ groups: 2, drainSeconds: 0 })
    const condensed = [...condenseSamples(plan, samples)]
    const windows = samples.length / 11
    expect([histogramsOf(samples), histogramsOf(condensed)]).toEqual([samples.length * (2 * 3 + 2), windows * 4])
    const partitions = condensed.flatMap(({ producers }) =>
      producers.flatMap((each) => Object.keys(each.ackedRecordsByPartition)),
    )
    expect(partitions).toHaveLength(windows * 2 * 4)
  })

  it('take no more seconds than a window before they emit some', () => {
    const { plan, samples } = simulateRun({ drainSeconds: 0 })
    let asked = 0
    function* oneByOne() {
      for (const sample of samples) {
        asked += 1
        yield sample
      }
    }
    const condensed = condenseSamples(plan, oneByOne())
    condensed.next()
    expect(asked).toBe(12)
    expect([...condensed]).toHaveLength(samples.length - 1)
  })
})
