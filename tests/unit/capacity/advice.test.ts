import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { type Scenario, scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, exampleScenario, shippedOffering, smallScenario } from './known-files.ts'

const payments = exampleScenario('payments')

/** The payments of the example at a peak, on one CKU. */
function atPeak(peakRecordsPerSec: number): Scenario {
  const changes: readonly (readonly [string, unknown])[] = [
    ['deployment.size', 1],
    ['deployment.zones', 'single'],
    ['workload.producers.0.peakRecordsPerSec', peakRecordsPerSec],
    ['workload.producers.0.averageRecordsPerSec', 1_000],
  ]
  return scenario.parse(
    changes.reduce<unknown>((changed, [path, value]) => setScenarioField(changed, path, value), payments),
  )
}

describe('advice', () => {
  it('says that nothing has to change if the size is enough and the load can grow', () => {
    const { advice, smallest } = predict(atPeak(2_000), dedicated)
    expect(smallest?.size).toBe(1)
    expect(advice.map(({ id }) => id)).toEqual(['nothing'])
  })

  it('names the larger size if a limit is above the target, although the load can grow by more than that', () => {
    const { advice, headroom, smallest } = predict(atPeak(2_950), dedicated)
    expect(headroom).toBeGreaterThan(1.25)
    expect(smallest?.size).toBe(2)
    expect(advice.map(({ id }) => id)).toEqual(['size', 'fewer-requests'])
    expect(advice[0]?.text).toBe(
      '2 CKUs carry the whole offered load with every limit at or below 80 %; the fullest limit is requests at 40 %.',
    )
  })

  it('does not promise growth that the storage has no room for', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const keptFor = (retentionMs: number) => {
      const scenario = smallScenario({
        topic: { partitions: 24, replicationFactor: 3, retentionMs },
        producer: { peakRecordsPerSec: 15_000, recordValueBytes: 1_000, clients: 10 },
        group: { members: 4 },
        workload: { clientFamily: 'java' },
        deployment: {
          offering: hosts.id,
          tier: 'm5.2xlarge',
          size: 6,
          asOf: undefined,
          volume: { type: 'gp3', count: 1, sizeBytes: 2e12 },
        },
      })
      return predict(scenario, hosts)
    }
    // 15.2 MB/s x 180,000 s x 3 replicas / 6 brokers are 1.37 of 2 TB, so 1.46 times as much fits.
    const { advice, headroom } = keptFor(180_000_000)
    expect(headroom).toBeGreaterThan(5)
    expect(advice.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Nothing has to change: the rate can grow to [\d.]+ times the offered one\. Storage is enough for at least 1\.46 times the average load\.$/,
      ),
    ])
    expect(keptFor(1_800_000).advice[0]?.text).toMatch(/^Nothing has to change: the load can grow to [\d.]+ times/)
  })
})
