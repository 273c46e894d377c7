import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainMost } from '../../../src/capacity/explain-answers.ts'
import { deriveAnswer, deriveLoad } from '../../../src/capacity/explain-load.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { answerSizes, atSize, utilisations } from '../../../src/capacity/size-answers.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { dedicated, lawsOfHosts, shippedOffering, smallScenario } from './known-files.ts'

/** 80,000 records/s x (521 + 61 / 31) bytes = 41.84 MB/s. */
const scenario = smallScenario({
  topic: { partitions: 60 },
  producer: { peakRecordsPerSec: 80_000, lingerMs: 50, clients: 4 },
})

describe('answerSizes', () => {
  it('sizes for a target: 41.84 MB/s / 50 MB/s = 0.837, so one CKU at 90 % and two at 70 %', () => {
    expect(answerSizes(scenario, dedicated, { targetUtilisation: 0.9 })[0]?.smallest?.size).toBe(1)
    expect(answerSizes(scenario, dedicated, { targetUtilisation: 0.7 })[0]?.smallest).toEqual({
      size: 2,
      dimension: 'ingress',
      utilisation: expect.closeTo(0.837 / 2, 3),
      targetUtilisation: 0.7,
    })
  })

  it('sizes for growth: 1.3^2 = 1.69 times 41.84 is 70.7 MB/s, / 0.7 = 101 MB/s: three CKUs', () => {
    const [today, grown] = answerSizes(scenario, dedicated, { targetUtilisation: 0.7, growthPerYear: 0.3, years: 2 })
    expect([today?.loadFactor, today?.smallest?.size]).toEqual([1, 2])
    expect(grown?.loadFactor).toBeCloseTo(1.69, 10)
    expect(grown?.smallest?.size).toBe(3)
    expect(grown?.minimumPartitions[0]?.partitions).toBe(15)
  })

  it('names what keeps every size above the target: two partitions carry 10 MB/s', () => {
    const few = smallScenario({ topic: { partitions: 2 }, producer: { peakRecordsPerSec: 80_000, lingerMs: 50 } })
    const [answer] = answerSizes(few, dedicated)
    expect(answer?.smallest).toBeNull()
    expect(answer?.blockers[0]).toMatchObject({ id: 'partition-ingress:events' })
    expect(answer?.blockers[0]?.utilisation).toBeCloseTo(4.18, 2)
  })

  it('meets the target at the size that it finds, and not below it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (factor, target) => {
          const load = scaleScenario(scenario, factor)
          const found = answerSizes(load, dedicated, { targetUtilisation: target })[0]?.smallest
          if (!found) return
          const fullest = (size: number) =>
            Math.max(...utilisations(solve(atSize(load, size), dedicated)).map((each) => each.utilisation))
          expect(fullest(found.size)).toBeLessThanOrEqual(target * (1 + 1e-9))
          if (found.size > 1) expect(fullest(found.size - 1)).toBeGreaterThan(target)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('explainMost', () => {
  it('gives the highest load of this mix: 100 MB/s, 2.39 times the load', () => {
    expect(explainMost(predict(scenario, dedicated))).toMatch(
      /^The highest rate of this mix on 2 CKUs is 191,2\d\d records\/s: 100 MB\/s in and 100 MB\/s out on the wire, 97\.9 MB\/s in and 97\.9 MB\/s out of payload; 2\.39 times the offered load\. The ingress guideline binds/,
    )
  })

  it('gives a part of the load as a percentage, and says of no limit how full it is at another load', () => {
    const sentence = explainMost(predict(scaleScenario(scenario, 5), dedicated))
    expect(sentence).toMatch(/ of payload; 4\d % of the offered load\. The ingress guideline binds \([^;]*\)\.$/)
  })

  it('names no rate of an offering that publishes none', () => {
    const azure = shippedOffering('azure-event-hubs-dedicated')
    const asked = smallScenario({ deployment: { offering: azure.id, size: 3, asOf: undefined } })
    expect(explainMost(predict(asked, azure))).toMatch(
      /^Azure Event Hubs Dedicated publishes no rate .* is not known\. So its highest rate is not known either\.$/,
    )
  })

  it('says if no rate is possible', () => {
    const many = smallScenario({ topic: { partitions: 7000 } })
    expect(explainMost(predict(many, dedicated))).toContain('cannot take this mix at any rate. 7,000 partitions are')
  })
})

describe('deriveLoad and deriveAnswer', () => {
  it('contain the numbers: 521 + 61 / 31 = 522.97 bytes per record', () => {
    expect(deriveLoad(scenario, dedicated)).toEqual([
      {
        name: 'producer writes',
        formula: '80,000 records/s x 522.97 bytes (a record 521 + 61 / 31 of batch header) = 41.8 MB/s',
      },
      { name: 'Out of events', formula: '41.8 MB/s x 1 group = 41.8 MB/s' },
    ])
    expect(deriveAnswer(scaleScenario(scenario, 3), dedicated)).toEqual([
      { name: 'Headroom', formula: 'Ingress: 100 MB/s / 125.5 MB/s = 0.797' },
      { name: 'Achievable in', formula: '125.5 MB/s offered x 0.797 = 100 MB/s' },
      { name: 'Achievable out', formula: '125.5 MB/s offered x 0.797 = 100 MB/s' },
    ])
  })

  it('divide only where the shown figures give the shown factor', () => {
    // Busy brokers answer a little later, so the demand of a closed loop grows a little faster than the load.
    const headroomOf = (peakRecordsPerSec: number) => {
      const producer = { peakRecordsPerSec, clients: 1, synchronousSenders: 1, lingerMs: 0 }
      const deployment = { offering: 'apache-kafka-on-hosts', tier: 'm5.24xlarge', size: 12 }
      return deriveAnswer(smallScenario({ producer, deployment }), lawsOfHosts())[0]?.formula
    }
    expect(headroomOf(3500)).toBe('Synchronous senders (producer): 712 records/s / 3,503 records/s = 0.203')
    // The factor is 0.21252, and 712 / 3,351 is 0.21247: 0.212.
    expect(headroomOf(3350)).toMatch(
      /^Synchronous senders \(producer\): 0\.213 times the offered load needs 712 records\/s; /,
    )
  })

  it('shorten long lists and say so', () => {
    const { workload } = scenario
    const producers = Array.from({ length: 30 }, () => workload.producers[0]).filter((each) => each !== undefined)
    const lines = deriveLoad({ ...scenario, workload: { ...workload, producers } }, dedicated)
    expect(lines).toHaveLength(14)
    expect(lines[12]?.formula).toBe('and 18 more producers')
  })
})
