import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headroomJson, leftAfter, makeWorkspace } from './validate-support.ts'

const first = 'examples/first.headroom.json'
let workspace: Awaited<ReturnType<typeof makeWorkspace>>

beforeEach(async () => {
  workspace = await makeWorkspace()
})
afterEach(() => workspace.remove())

/** A validation on a real Kafka with quota windows of 4 s, so that ten of them take 40 s. */
async function validate(scenario: string, words: readonly string[]) {
  const call = ['validate', scenario, '--target', 'embedded:kafka', '--scale', '0.1', '--quota-window-seconds', '4']
  const { exitCode, value, err } = await headroomJson(workspace.path, [...call, ...words])
  expect(value.error, err).toBeUndefined()
  return { exitCode, value, err }
}

/** One broker is enough where replication is not what is asked about. */
const oneBroker = ['--set', 'workload.topics.0.replicationFactor=1']

// A machine that is busy with something else for some seconds makes a run noisy: that is no fault, it is run again.
describe('a validation on a real Kafka with quotas', { retry: 1 }, () => {
  it('confirms the prediction: held by the quota, accounting closed, nothing left behind', async () => {
    const { exitCode, value, err } = await validate(first, [...oneBroker, '--expect', 'confirmed'])
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
    const { exitCode, value } = await validate(first, [...oneBroker, '--quota-factor', '0.7', '--expect', 'confirmed'])
    expect([value.verdict, exitCode], value.reason).toEqual(['below', 3])
  })

  it('says above where the quota is 1.4 times what was declared', async () => {
    const { value } = await validate(first, [...oneBroker, '--quota-factor', '1.4'])
    expect(value.verdict, value.reason).toBe('above')
  })

  it('confirms a load under the limit, and says that the limit was not reached', async () => {
    const { value } = await validate(first, [...oneBroker, '--set', 'workload.producers.0.peakRecordsPerSec=25k/s'])
    expect([value.verdict, value.limitReached], value.reason).toEqual(['confirmed', false])
    expect(value.reasonCode).toBe('offered-load-met')
  })

  it('does not claim a proof where a partition binds, which Kafka does not limit', async () => {
    const { value } = await validate(first, [...oneBroker, '--set', 'workload.topics.0.partitions=4'])
    expect(value.prediction.binding[0].layer).toBe('partition')
    expect([value.verdict, value.reasonCode], value.reason).toEqual(['not-proven', 'dimension-not-enforced'])
  })

  it('does not claim a proof where the client is what held the rate', async () => {
    const scenario = JSON.parse(await readFile(first, 'utf8'))
    const [topic] = scenario.workload.topics
    const [producer] = scenario.workload.producers
    // One client asked for half a million small records a second, on a cluster that would take them.
    const topics = [{ ...topic, partitions: 100, replicationFactor: 1 }]
    const producers = [{ ...producer, clients: 1, recordValueBytes: 60, peakRecordsPerSec: 5_000_000 }]
    const path = join(workspace.path, 'starved.headroom.json')
    const workload = { ...scenario.workload, topics, producers, consumerGroups: [] }
    await writeFile(path, JSON.stringify({ ...scenario, workload }))
    const { value } = await validate(path, ['--size', '8'])
    expect(value.diagnosis.limiter, value.diagnosis.sentence).toBe('client')
    expect([value.verdict, value.reasonCode], value.reason).toEqual(['not-proven', 'client-bound'])
  })
})
