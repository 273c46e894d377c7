import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headroomJson, leftAfter, makeWorkspace } from './validate-support.ts'

const first = 'examples/first.headroom.json'
let workspace: Awaited<ReturnType<typeof makeWorkspace>>

beforeEach(async () => {
  workspace = await makeWorkspace()
})
afterEach(() => workspace.remove())

/** A validation on a real Kafka with quota windows of 4 s, so that ten of them take 40 s. */
async function validate(...words: string[]) {
  const call = ['validate', first, '--target', 'embedded:kafka', '--scale', '0.1', '--quota-window-seconds', '4']
  const { exitCode, value, err } = await headroomJson(workspace.path, [...call, ...words])
  expect(value.error, err).toBeUndefined()
  return { exitCode, value, err }
}

/** One broker is enough where replication is not what is asked about. */
const oneBroker = ['--set', 'workload.topics.0.replicationFactor=1']

describe('a validation on a real Kafka with quotas', () => {
  it('confirms the prediction: held by the quota, accounting closed, nothing left behind', async () => {
    const { exitCode, value, err } = await validate('--expect', 'confirmed')
    expect(value.verdict, `${value.reason}\n${err}`).toBe('confirmed')
    expect([exitCode, value.reasonCode, value.limitReached]).toEqual([0, 'broker-quota', true])
    for (const figure of ['ingressWireBytesPerSec', 'egressWireBytesPerSec']) {
      const predicted = value.prediction.expected[figure].likely
      expect(Math.abs(value.steady[figure].mean / predicted - 1)).toBeLessThan(0.03)
    }
    expect(value.throttle.maxMs).toBeGreaterThan(0)
    expect(value.diagnosis.limiter).toBe('broker-throttle')
    expect([value.accounting.isClosed, value.accounting.gaps]).toEqual([true, []])
    expect(value.marks).toEqual(expect.arrayContaining(['declared capacity', 'scaled']))
    expect(value.cleanUp.leftovers).toEqual([])
    expect(value.cleanUp.deletedTopics.length).toBe(1)
    expect(await leftAfter(workspace.path, 5_000)).toEqual([])
  })

  it('says below where the quota is 0.7 of what was declared', async () => {
    const { exitCode, value } = await validate(...oneBroker, '--quota-factor', '0.7', '--expect', 'confirmed')
    expect([value.verdict, exitCode], value.reason).toEqual(['below', 3])
  })

  it('says above where the quota is 1.4 times what was declared', async () => {
    const { value } = await validate(...oneBroker, '--quota-factor', '1.4')
    expect(value.verdict, value.reason).toBe('above')
  })

  it('confirms a load under the limit, and says that the limit was not reached', async () => {
    const { value } = await validate(...oneBroker, '--set', 'workload.producers.0.peakRecordsPerSec=25k/s')
    expect([value.verdict, value.limitReached], value.reason).toEqual(['confirmed', false])
    expect(value.reasonCode).toBe('offered-load-met')
  })

  it('does not claim a proof where a partition binds, which Kafka does not limit', async () => {
    const { value } = await validate(...oneBroker, '--set', 'workload.topics.0.partitions=4')
    expect(value.prediction.binding[0].layer).toBe('partition')
    expect([value.verdict, value.reasonCode], value.reason).toEqual(['not-proven', 'dimension-not-enforced'])
  })

  it('does not claim a proof where the client is what held the rate', async () => {
    const starving = ['--size', '20', '--set', 'workload.producers.0.recordValueBytes=60']
    const rate = ['--set', 'workload.producers.0.peakRecordsPerSec=12M/s']
    const { value } = await validate(...oneBroker, ...starving, ...rate)
    expect([value.verdict, value.reasonCode], value.reason).toEqual(['not-proven', 'client-bound'])
    expect(value.diagnosis.limiter).toBe('client')
  })
})
