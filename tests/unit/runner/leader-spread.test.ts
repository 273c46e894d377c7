import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import type { KafkaAdmin, TopicDescription } from '../../../src/runner/admin/kafka-admin.ts'
import { checkExistingTopics } from '../../../src/runner/preflight/existing-topics-check.ts'
import { unevenLeaders } from '../../../src/runner/preflight/leader-spread.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

const base = smallPlan({ runId: 'leaders', recordsPerSec: 1_000, partitions: 6 })
const [topic] = base.topics
const name = topic?.name ?? ''

describe('leaders of partitions', () => {
  test('that are spread round-robin are as predictions assume, also if partitions do not divide evenly', () => {
    expect(unevenLeaders(base, [{ name, leaders: [1, 2, 3, 1, 2, 3] }], 3)).toBeNull()
    expect(unevenLeaders(base, [{ name, leaders: [3, 1, 2, 3] }], 3)).toBeNull()
    expect(unevenLeaders(base, [{ name, leaders: [2] }], 3)).toBeNull()
  })

  test('that gathered on one broker are reported, with the broker and the factor', () => {
    expect(unevenLeaders(base, [{ name, leaders: [1, 2, 1, 1, 2, 1] }], 3)).toBe(
      'Broker 1 leads 67 % of the load, 2 times what the prediction assumes, which is that leaders are spread evenly over 3 brokers.',
    )
  })

  test('are weighted by the bytes written to their partitions', () => {
    const [producer] = base.producers
    if (producer === undefined) throw new Error('no producer')
    const plan: RunPlan = { ...base, producers: [producer, { ...producer, id: 'b', topic: 'quiet', recordsPerSec: 1 }] }
    const busy = { name, leaders: [1, 2, 3] }
    expect(unevenLeaders(plan, [busy, { name: 'quiet', leaders: [1, 1, 1] }], 3)).toBeNull()
    expect(
      unevenLeaders(
        plan,
        [
          { ...busy, leaders: [1, 1, 2] },
          { name: 'quiet', leaders: [3] },
        ],
        3,
      ),
    ).toContain('67 %')
  })

  test('of existing topics are a warning of the preflight, with a remedy', async () => {
    const existing = { ...base, topics: base.topics.map((each) => ({ ...each, isExisting: true as const })) }
    const checkWith = (leaders: readonly number[]) => {
      const found: TopicDescription = { partitions: 6, replicationFactor: 1, endOffsets: [], records: 0, leaders }
      const admin: Pick<KafkaAdmin, 'describeTopic'> = { describeTopic: async () => found }
      return checkExistingTopics(admin, existing, 3)
    }
    expect(await checkWith([1, 2, 3, 1, 2, 3])).toMatchObject({ state: 'passed', remedy: null })
    const uneven = await checkWith([1, 1, 1, 1, 2, 3])
    expect(uneven.state).toBe('warned')
    expect(uneven.detail).toMatch(/Used as they are: .* Broker 1 leads 67 % of the load/)
    expect(uneven.remedy).toContain('kafka-leader-election')
  })
})
