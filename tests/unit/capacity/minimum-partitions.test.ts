import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { answerSizes } from '../../../src/capacity/size-answers.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { explainSize } from '../../../src/presentation/sizing/size-sentences.ts'
import { parseByteRate } from '../../../src/units/byte-rate.ts'
import { dedicated, smallScenario } from './known-files.ts'
import { propertyRuns } from './property-runs.ts'
import { cases } from './random-scenarios.ts'

const partitionLimits: readonly string[] = ['partition-ingress', 'partition-egress']

function withPartitionsOf(scenario: Scenario, name: string, partitions: number): Scenario {
  const topics = scenario.workload.topics.map((topic) => (topic.name === name ? { ...topic, partitions } : topic))
  return { ...scenario, workload: { ...scenario.workload, topics } }
}

describe('fewest partitions', () => {
  it('keep the limits of a partition at the offered load, which one partition less does not', () => {
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        // On hosts, how full batches are also depends on the other topics.
        fc.pre(offering.model !== 'broker-hardware')
        for (const { topic, partitions } of predict(scenario, offering).minimumPartitions) {
          const fullestWith = (count: number) =>
            predict(withPartitionsOf(scenario, topic, count), offering)
              .constraints.filter(
                ({ id, dimension }) => partitionLimits.includes(dimension) && id.endsWith(`:${topic}`),
              )
              .reduce((fullest, { utilisation }) => Math.max(fullest, utilisation), 0)
          expect(fullestWith(partitions)).toBeLessThanOrEqual(1 + 1e-6)
          if (partitions > 1) expect(fullestWith(partitions - 1)).toBeGreaterThan(1 - 1e-6)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('show as many digits as the number of partitions needs', () => {
    // 521 B of a record and 61 B of its batch: 36.004 MB/s, where 36 / (5 x 80 %) would be 9.
    const even = smallScenario({
      topic: { partitions: 4 },
      producer: { peakRecordsPerSec: 36_004_000 / (521 + 61), lingerMs: 0, clients: 1_000 },
    })
    const [answer] = answerSizes(even, dedicated)
    const [needed] = answer?.partitionsForTarget ?? []
    expect(needed?.partitions).toBe(10)
    expect(needed?.formula).toMatch(/^36\.00\d+ MB\/s in \/ \(5 MB\/s a partition x 80 %\) = 10 /)
  })

  it('are what whoever divides the shown figures gets', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), (peakRecordsPerSec) => {
        const scenario = smallScenario({ producer: { peakRecordsPerSec } })
        const [found] = predict(scenario, dedicated).minimumPartitions
        const [, rate = '', even] =
          /^(\S+ \w?B\/s) in \/ 5 MB\/s a partition = ([\d,]+)/.exec(found?.formula ?? '') ?? []
        const reading = parseByteRate(rate)
        const shown = reading.ok ? reading.value : Number.NaN
        expect(Math.max(1, Math.ceil(shown / 5e6 - 1e-9)), found?.formula).toBe(Number(even?.replace(',', '')))
      }),
      propertyRuns(300),
    )
  })

  it('name the largest group that would have consumers without a partition', () => {
    const formulaWith = (members: number) =>
      predict(smallScenario({ group: { name: 'billing', members } }), dedicated).minimumPartitions[0]?.formula
    expect(formulaWith(2)).toMatch(/ = 2 \(1 full CKU, 50 MB\/s in, would need 10 partitions\)$/)
    expect(formulaWith(3)).toMatch(/ partitions; fewer than 3 leave consumers of "billing" without a partition\)$/)
  })

  it('let the members of a group share the partitions of identical topics', () => {
    const formulaWith = (members: number) =>
      predict(smallScenario({ topic: { count: 10 }, group: { name: 'billing', members } }), dedicated)
        .minimumPartitions[0]?.formula
    expect(formulaWith(10)).not.toContain('without a partition')
    expect(formulaWith(11)).toMatch(/; fewer than 2 leave consumers of "billing" without a partition\)$/)
  })

  it('apply the skew of a producer to its own records only', () => {
    const base = smallScenario({ producer: { peakRecordsPerSec: 20_000 } })
    const [even] = base.workload.producers
    const skewed = {
      ...even,
      name: 'skewed',
      peakRecordsPerSec: 10,
      recordKeyBytes: 8,
      keys: { kind: 'zipf', distinct: 100, exponent: 3 },
    }
    const both = scenarioSchema.parse({ ...base, workload: { ...base.workload, producers: [even, skewed] } })
    // 10.5 MB/s / 5 MB/s a partition, and 6 kB/s of the skewed producer.
    expect(predict(both, dedicated).minimumPartitions[0]?.partitions).toBe(3)
  })
})

describe('partitions that keep every size above the target', () => {
  /** 19.8 MB/s of 31 records a batch, 2 CKUs: 5 MB/s into a partition. */
  const load = { peakRecordsPerSec: 19.8e6 / (521 + 61 / 31), lingerMs: 100, clients: 1 }

  it('give the number that meets the target: 19.8 MB/s / (5 MB/s x 80 %) = 5, although four carry the load', () => {
    const [answer] = answerSizes(smallScenario({ topic: { partitions: 4 }, producer: load }), dedicated)
    expect(answer?.smallest).toBeNull()
    expect(answer?.minimumPartitions[0]?.partitions).toBe(4)
    expect(answer?.partitionsForTarget).toEqual([
      {
        topic: 'events',
        partitions: 5,
        formula: '19.8 MB/s in / (5 MB/s a partition x 80 %) = 5 (1 full CKU, 50 MB/s in, would need 10 partitions)',
      },
    ])
    if (answer)
      expect(explainSize(answer, dedicated, 0.8)).toContain(
        '"events" needs 5 partitions for each to be at most 80 % full: 19.8 MB/s in',
      )
  })

  it('give the share of the hot key if no number helps', () => {
    const keys = { kind: 'uniform' as const, distinct: 2 }
    const hot = smallScenario({ topic: { partitions: 60 }, producer: { ...load, recordKeyBytes: 8, keys } })
    const [answer] = answerSizes(hot, dedicated)
    expect(answer?.partitionsForTarget[0]?.partitions).toBeNull()
    if (answer) {
      const sentence = explainSize(answer, dedicated, 0.8)
      expect(sentence).toMatch(
        /"events": one key, 50 % of the records, takes .* of the ingress of its partition, more than 5 MB\/s x 80 % = 4 MB\/s; no number of partitions helps\./,
      )
    }
  })
})
