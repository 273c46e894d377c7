/**
 * What the instrument must never get wrong, on any machine: in one run its generator is held still, records are deleted
 * before they are read, and others are written twice. tests/long holds the tight figures.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { kafkajs, until } from '../integration/embedded-support.ts'
import { type MeasuredRun, measure, type RunningLoad } from '../integration/measured-run.ts'
import { type Repeater, repeatRecords } from '../integration/repeat-records.ts'
import { smallPlan } from '../integration/runner-controller.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'

const repeatedRecords = 500
/** Five seconds after the last pause: the repeater has its time then, and no pause reaches the end of the load. */
const loadMs = 12_000
/** Records that are deleted at least. */
const leastDeleted = 1_000
const pauseMs = 500
/** Three pauses hold back 1,500 of 12,000 records, 300 of them for more than 400 ms: that is more than one of a hundred. */
const pausesAtMs = [3_000, 4_500, 6_000]

let brokers: TestBrokers
let repeater: Repeater
let plan: RunPlan
let run: MeasuredRun
let deletedRecords = 0

/** Deletes all that was written, as soon as that is enough. @returns how many records that were */
async function deleteWritten(topic: string): Promise<number> {
  const admin = new kafkajs.Kafka({
    brokers: [...brokers.bootstrapServers],
    logLevel: kafkajs.logLevel.NOTHING,
  }).admin()
  await admin.connect()
  const written = async () => (await admin.fetchTopicOffsets(topic)).reduce((sum, { high }) => sum + Number(high), 0)
  await until(async () => (await written()) > leastDeleted)
  const ends = await admin.fetchTopicOffsets(topic)
  const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }))
  await admin.deleteTopicRecords({ topic, partitions })
  const left = await admin.fetchTopicOffsets(topic)
  await admin.disconnect()
  return left.reduce((sum, { low }) => sum + Number(low), 0)
}

beforeAll(async () => {
  brokers = await startTestBrokers({ brokers: 1 })
  plan = smallPlan({ runId: 'accuracy', recordsPerSec: 1_000, partitions: 4, groups: 1, durationMs: loadMs })
  const [topic] = plan.topics
  const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, 'state') }
  const during = async (load: RunningLoad) => {
    const [generator] = load.workers.producers
    const [reader] = load.workers.consumers
    if (generator === undefined || reader === undefined || topic === undefined) throw new Error('no workers')
    // Held still before the load begins, the reader has nothing of it when it is deleted, and no fetch under way.
    process.kill(reader, 'SIGSTOP')
    try {
      deletedRecords = await deleteWritten(topic.name)
    } finally {
      process.kill(reader, 'SIGCONT')
    }
    const repeating = repeatRecords(brokers.bootstrapServers, topic.name, repeatedRecords)
    await Promise.all([repeating, holdAgainAndAgain(generator, load)])
    repeater = await repeating
  }
  run = await measure(plan, where, during, { leadMs: 1_000 })
})

/** Stops a process for `pauseMs` at each of the times. */
async function holdAgainAndAgain(pid: number, load: RunningLoad): Promise<void> {
  for (const atMs of pausesAtMs) {
    await load.until(atMs)
    process.kill(pid, 'SIGSTOP')
    await sleep(pauseMs)
    process.kill(pid, 'SIGCONT')
  }
}

/** What was measured, but for one record of a second that has some. */
function forgetting(field: 'ackedRecords' | 'records', role: 'producers' | 'consumers'): Sample[] {
  const of = (sample: Sample): readonly { readonly [name: string]: unknown }[] => sample[role]
  const at = run.samples.findIndex((sample) => of(sample).some((each) => Number(each[field]) > 1))
  return run.samples.map((sample, index) => {
    if (index !== at) return sample
    const [first, ...rest] = of(sample)
    return { ...sample, [role]: [{ ...first, [field]: Number(first?.[field]) - 1 }, ...rest] }
  })
}

afterAll(async () => {
  await brokers?.stop()
})

describe('a run in which the generator is held still for 500 ms again and again', () => {
  it('shows the pause in the response time, which counts from the intended send', () => {
    const { response, scheduleDelay } = run.result.latency
    expect(response?.p99Us).toBeGreaterThan(400_000)
    expect(scheduleDelay?.p99Us).toBeGreaterThan(400_000)
  })

  it('times every record as service and as response, and they differ by the schedule delay', () => {
    const { service, response, scheduleDelay } = run.result.latency
    // Latencies are of the seconds of the load: what is answered in the drain is counted, and not timed.
    const producers = run.samples.filter(({ second }) => second < loadMs / 1000).flatMap((sample) => sample.producers)
    const acked = producers.reduce((sum, producer) => sum + producer.ackedRecords, 0)
    expect([service?.count, response?.count]).toEqual([acked, acked])
    const sum = (service?.meanUs ?? 0) + (scheduleDelay?.meanUs ?? 0)
    // Histograms keep three digits.
    expect(sum / (response?.meanUs ?? 0)).toBeCloseTo(1, 2)
  })

  it('still offers everything that was due', () => {
    const { offeredRecords, unsentRecords, ackedRecords } = run.result.accounting
    expect([offeredRecords, ackedRecords + unsentRecords]).toEqual([loadMs, loadMs])
    // At 1,000 records/s a pause holds back 500. Were those of one skipped or given up, more would be unsent than what a
    // machine that stands still at the very end leaves behind.
    expect(unsentRecords).toBeLessThan(pauseMs)
  })
})

describe('a run of which records are deleted unread and others written twice', () => {
  it('finds the loss and the duplicates to the record, one not hidden by the other', () => {
    expect(deletedRecords).toBeGreaterThan(leastDeleted)
    expect(repeater.repeated).toBe(repeatedRecords)
    expect(run.result.accounting.groups).toMatchObject([
      { lostRecords: deletedRecords, duplicateRecords: repeatedRecords, unreadRecords: 0 },
    ])
  })

  it('accounts for every record', () => {
    expect([run.result.accounting.isClosed, run.result.accounting.gaps]).toEqual([true, []])
  })

  it('would leave a gap with one acknowledgement missing, and would report a record that a consumer missed as lost', () => {
    const { accounting } = computeResult(plan, forgetting('ackedRecords', 'producers'))
    expect([accounting.isClosed, accounting.gaps.length > 0]).toEqual([false, true])
    const [group] = computeResult(plan, forgetting('records', 'consumers')).accounting.groups
    expect(group?.lostRecords).toBe(deletedRecords + 1)
  })
})
