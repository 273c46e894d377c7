/**
 * Producers with transactions on a real broker, sent and read by both loops: what is committed is read once, and what is
 * aborted is not read.
 */
import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { kafkajs } from './embedded-support.ts'
import { groupSums, producerSums, smallPlan } from './runner-controller.ts'
import { runnerHosts, sharedBroker } from './runner-hosts.ts'

const hosts = runnerHosts()
const broker = sharedBroker()

const loops = [
  ['native', {}],
  ['reference', { HEADROOM_LOOP: 'reference' }],
] as const

/** A plan with one producer, whose transactions have this length, and a group that reads what it commits. */
function planWith(runId: string, transactionMs: number, producer: Partial<RunPlan['producers'][number]> = {}): RunPlan {
  const plan = smallPlan({ runId, recordsPerSec: 2_000, partitions: 6, groups: 1, members: 2, durationMs: 4_000 })
  return {
    ...plan,
    producers: plan.producers.map((each) => ({ ...each, isIdempotent: true, transactionMs, ...producer })),
    consumerGroups: plan.consumerGroups.map((group) => ({ ...group, hasTransactions: true })),
  }
}

function transactionsOf(samples: readonly Sample[]) {
  const all = samples.flatMap(({ producers }) => producers.map(({ transactions }) => transactions))
  const sum = (name: 'committed' | 'commitMs' | 'aborted' | 'abortedRecords') =>
    all.reduce((total, each) => total + (each?.[name] ?? 0), 0)
  return {
    committed: sum('committed'),
    commitMs: sum('commitMs'),
    aborted: sum('aborted'),
    abortedRecords: sum('abortedRecords'),
  }
}

describe.each(loops)('transactions with the %s loop', (kind, variables) => {
  test('are committed one after the other, and every record is read once', async () => {
    const plan = planWith(`commits-${kind}`, 100)
    const controller = hosts.start(variables)
    const ended = await controller.runToEnd(plan, broker.target())
    expect(ended.reason).toBe('plan-complete')
    const { samples } = controller
    const { acked, accepted } = producerSums(samples)
    const { committed, commitMs, aborted } = transactionsOf(samples)
    expect([acked, aborted]).toEqual([accepted, 0])
    // Each transaction takes at least its 100 ms, except the last one, which ends with the load. Their number depends on the
    // machine: on a busy one a commit took over a second.
    expect(committed).toBeGreaterThan(1)
    expect(committed).toBeLessThanOrEqual(41)
    expect(commitMs).toBeGreaterThan(0)
    const [group] = plan.consumerGroups
    // The last offset of each partition is a marker. A group that has read all records must nevertheless have no lag.
    expect(groupSums(samples, group?.groupId ?? '')).toMatchObject({ records: acked, duplicates: 0, lastLag: 0 })
    const { accounting } = computeResult(plan, samples)
    expect(accounting).toMatchObject({ isClosed: true, gaps: [] })
    expect(accounting.groups).toMatchObject([{ lostRecords: 0, unreadRecords: 0 }])
  })

  test('are aborted if a record of theirs is refused, and nobody reads what was acknowledged of them', async () => {
    // One value in 400 is larger than the topic accepts after the change below.
    const sizes = Array.from({ length: 400 }, (_, at) => (at === 250 ? 60_000 : 500))
    const plan = planWith(`aborts-${kind}`, 100, { recordValueSizesBytes: sizes, lingerMs: 0 })
    const controller = hosts.start(variables)
    const running = controller.runToEnd(plan, broker.target())
    await controller.until(() => producerSums(controller.samples).acked > 0)
    // The preflight would refuse such a topic, so the limit of the topic is lowered only during the load.
    await refuseAbove(40_000, plan.topics[0]?.name ?? '', broker.bootstrapServers())
    const ended = await running
    expect(ended.reason).toBe('plan-complete')
    const { samples } = controller
    const { acked, rejected, unknown, accepted } = producerSums(samples)
    const { committed, aborted, abortedRecords } = transactionsOf(samples)
    expect(acked + rejected + unknown).toBe(accepted)
    expect(Math.min(committed, aborted, abortedRecords)).toBeGreaterThan(0)
    const [group] = plan.consumerGroups
    expect(groupSums(samples, group?.groupId ?? '')).toMatchObject({
      records: acked - abortedRecords,
      duplicates: 0,
      lastLag: 0,
    })
    const { accounting } = computeResult(plan, samples)
    expect(accounting).toMatchObject({ isClosed: true, gaps: [], abortedRecords })
    expect(accounting.groups).toMatchObject([{ lostRecords: 0, unreadRecords: 0, writtenThoughUnknownRecords: 0 }])
  })

  test('end with the load of a client whose id another client takes', async () => {
    const plan = planWith(`fenced-${kind}`, 100)
    const controller = hosts.start(variables)
    const running = controller.runToEnd(plan, broker.target())
    await controller.until(() => producerSums(controller.samples).acked > 1_000)
    await takeId(plan.producers[0]?.clientId ?? '', broker.bootstrapServers())
    const ended = await running
    expect(ended.reason).toBe('plan-complete')
    const { samples } = controller
    const { acked, accepted } = producerSums(samples)
    const { abortedRecords } = transactionsOf(samples)
    expect(accepted).toBeLessThan(2_000 * 4)
    expect(
      Object.keys(Object.assign({}, ...samples.flatMap(({ producers }) => producers.map(({ errors }) => errors)))),
    ).toEqual(expect.arrayContaining([expect.stringMatching(/FENCED|FATAL|INVALID_PRODUCER_EPOCH/)]))
    const [group] = plan.consumerGroups
    expect(groupSums(samples, group?.groupId ?? '').records).toBe(acked - abortedRecords)
    expect(computeResult(plan, samples).accounting).toMatchObject({ isClosed: true, gaps: [] })
  })
})

/** Registers another producer with this transactional id. From then on, brokers refuse what the first one writes. */
async function takeId(transactionalId: string, brokers: readonly string[]): Promise<void> {
  const kafka = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING })
  const producer = kafka.producer({
    transactionalId,
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  })
  await producer.connect()
  const transaction = await producer.transaction()
  await transaction.abort()
  await producer.disconnect()
}

/** Sets the maximum size of a batch of a topic. */
async function refuseAbove(bytes: number, topic: string, brokers: readonly string[]): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin()
  await admin.connect()
  const configEntries = [{ name: 'max.message.bytes', value: String(bytes) }]
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }],
  })
  await admin.disconnect()
}
