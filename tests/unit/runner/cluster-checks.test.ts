import { describe, expect, test } from 'vitest'
import type { PreflightCheck } from '../../../src/contracts/preflight.ts'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { plainAccess } from '../../../src/runner/admin/cluster-access.ts'
import { explainKafkaError } from '../../../src/runner/admin/explain-kafka-error.ts'
import type { KafkaAdmin } from '../../../src/runner/admin/kafka-admin.ts'
import { checkCluster } from '../../../src/runner/preflight/cluster-checks.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

/** A cluster of one broker that advertises a name without an address, so that the checks connect to nothing. */
const admin: KafkaAdmin = {
  describe: async () => ({ clusterId: 'c', brokers: [{ nodeId: 1, host: 'nowhere.invalid', port: 9092 }] }),
  validateTopics: async () => undefined,
  createTopics: async () => undefined,
  countLeaders: async () => new Map(),
  listTopics: async () => [],
  describeTopic: async () => null,
  deleteTopics: async () => new Map(),
  deleteGroups: async () => new Map(),
  brokerSetting: async () => '1048588',
  topicSetting: async () => new Map(),
  partitionState: async () => ({ isAnswered: true, partitions: 1, belowMinIsrPartitions: 0, isLeaderMissing: false }),
  close: async () => undefined,
}
const plan = smallPlan({ runId: 'checks' })

async function checkOf(id: PreflightCheck['id'], change: Partial<KafkaAdmin>, of: RunPlan = plan) {
  const { checks } = await checkCluster({ ...admin, ...change }, of, { isEmbedded: true })
  return checks.find((check) => check.id === id)
}

describe('the check of the topics', () => {
  const refusing = (message: string) => ({
    validateTopics: () => Promise.reject(explainKafkaError(new Error(message), plainAccess(['kafka.example:9092']))),
  })

  test.each(['Topic authorization failed', 'POLICY_VIOLATION'])(
    'names existing topics as another way if the cluster refuses to create them: %s',
    async (message) => {
      const check = await checkOf('topics', refusing(message))
      expect([check?.state, check?.remedy]).toEqual(['failed', expect.stringContaining('--existing-topics')])
    },
  )

  test('does not name them if the cluster does not respond', async () => {
    const check = await checkOf('topics', refusing('Connection timeout'))
    expect([check?.state, check?.remedy]).toEqual(['failed', expect.not.stringContaining('--existing-topics')])
  })
})

describe('the check of the record size', () => {
  const [producer] = plan.producers
  const [topic] = plan.topics
  if (producer === undefined || topic === undefined) throw new Error('the plan has no producer')
  const existing = (name: string) => ({ ...topic, name, isExisting: true as const, configs: {} })
  const onExisting: RunPlan = {
    ...plan,
    topics: [existing('orders'), existing('events')],
    producers: [
      { ...producer, topic: 'orders', recordValueBytes: 900_000, recordKeyBytes: 0 },
      { ...producer, topic: 'events', recordValueBytes: 2_000_000, recordKeyBytes: 0 },
    ],
  }
  const limits = (orders: number, events: number) => ({
    topicSetting: async (topics: readonly string[], name: string) => {
      expect([topics, name]).toEqual([['orders', 'events'], 'max.message.bytes'])
      return new Map([
        ['orders', String(orders)],
        ['events', String(events)],
      ])
    },
  })

  test('is against the limit of the cluster where the run creates its topics', async () => {
    expect(await checkOf('record-size', {})).toMatchObject({
      state: 'passed',
      detail: expect.stringContaining('message.max.bytes = 1048588.'),
    })
    expect(await checkOf('record-size', { brokerSetting: async () => '100' })).toMatchObject({
      state: 'failed',
      remedy: expect.stringContaining('message.max.bytes of the cluster'),
    })
  })

  test('is against the own limit of each existing topic, not that of the cluster or of another topic', async () => {
    expect(await checkOf('record-size', limits(1_048_588, 4_000_000), onExisting)).toMatchObject({
      state: 'passed',
      detail: 'Records of 900000 bytes fit into max.message.bytes = 1048588 of the topic orders.',
    })
    expect(await checkOf('record-size', limits(4_000_000, 1_048_588), onExisting)).toMatchObject({
      state: 'failed',
      detail: 'Records of 2000000 bytes do not fit into max.message.bytes = 1048588 of the topic events.',
      remedy: 'Make the records smaller, or raise max.message.bytes of the topic.',
    })
  })

  test('is left out where the limit of the topics may not be read', async () => {
    expect((await checkOf('record-size', {}, onExisting))?.state).toBe('skipped')
  })
})
