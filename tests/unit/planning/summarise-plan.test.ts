import { describe, expect, it } from 'vitest'
import { wireBytesPerRecord } from '../../../src/capacity/record-batch.ts'
import { planRun } from '../../../src/planning/plan-run.ts'
import { summarisePlan } from '../../../src/planning/summarise-plan.ts'
import { smallScenario } from '../capacity/known-files.ts'

type Change = Parameters<typeof smallScenario>[0]

function summaryOf(change: Change, options: { readonly usesExistingTopics?: boolean } = {}) {
  const { plan } = planRun(smallScenario(change), { runId: 'r1', brokers: 3, durationMs: 20_000, ...options })
  const summary = summarisePlan(plan)
  const [producer] = plan.producers
  if (producer === undefined) throw new Error('the plan has a producer')
  return { plan, summary, producer }
}

/** Wire bytes of a record in batches of so many. */
function perRecord({ summary }: ReturnType<typeof summaryOf>): number {
  return summary.writtenWireBytes / (summary.offeredRecordsPerSec * 20)
}

describe('the summary of a plan', () => {
  it('counts topics, partitions and clients', () => {
    const { summary } = summaryOf({ topic: { count: 2 }, producer: { clients: 4 }, group: { count: 2, members: 4 } })
    expect(summary).toMatchObject({
      ...{ topics: 2, partitions: 24, producerClients: 4, consumerClients: 8, offeredRecordsPerSec: 10_000 },
      ...{ durationMs: 20_000, quotaWindowMs: 11_000 },
    })
    expect(summary).not.toHaveProperty('usesExistingTopics')
  })

  it('says that existing topics are used', () => {
    expect(summaryOf({}, { usesExistingTopics: true }).summary.usesExistingTopics).toBe(true)
  })

  it('has the wire bytes of batches that go to the partitions in turn', () => {
    const one = summaryOf({ producer: { clients: 1, peakRecordsPerSec: 1000, lingerMs: 9 } })
    // 1 + 1,000 x 0.009 records in a linger.
    expect(one.producer.partitioning).toMatchObject({ recordsPerTurn: 10 })
    const shape = { ...one.producer, compressionRatio: 1 }
    expect(perRecord(one)).toBeCloseTo(wireBytesPerRecord(shape, 10), 3)
  })

  it('has the wire bytes of keyed records in the batch that a linger gathers for a partition, at most a full one', () => {
    const keyed = (lingerMs: number) =>
      summaryOf({
        topic: { partitions: 10 },
        producer: {
          ...{ clients: 1, peakRecordsPerSec: 1000, lingerMs, recordKeyBytes: 8 },
          keys: { kind: 'uniform', distinct: 1000 },
        },
      })
    const [short, long] = [keyed(20), keyed(60_000)]
    // 1 + 100 x 0.02 records.
    expect(perRecord(short)).toBeCloseTo(wireBytesPerRecord({ ...short.producer, compressionRatio: 1 }, 3), 3)
    expect(perRecord(long)).toBeLessThan(perRecord(short))
    expect(perRecord(keyed(600_000))).toBeCloseTo(perRecord(long), 6)
  })
})
