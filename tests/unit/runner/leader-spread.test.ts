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
  test('that are spread in turn are what a prediction takes them to be, whether or not they come out even', () => {
    expect(unevenLeaders(base, [{ name, leaders: [1, 2, 3, 1, 2, 3] }], 3)).toBeNull()
    expect(unevenLeaders(base, [{ name, leaders: [3, 1, 2, 3] }], 3)).toBeNull()
    expect(unevenLeaders(base, [{ name, leaders: [2] }], 3)).toBeNull()
  })

  test('that gathered on one broker are told, with the broker and by how much', () => {
    expect(unevenLeaders(base, [{ name, leaders: [1, 2, 1, 1, 2, 1] }], 3)).toBe(
      'Broker 1 leads 67 % of the load, 2 times what it would of partitions spread over 3 brokers in turn, as the prediction takes them to be.',
    )
  })

  test('weigh what is written to them', () => {
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

  test('of topics that are there are a warning of the preflight, with what to do', async () => {
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
