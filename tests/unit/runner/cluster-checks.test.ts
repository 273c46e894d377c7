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
