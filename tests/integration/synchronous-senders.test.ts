/**
 * A closed loop on a real broker: three clients, with 1, 4 and 16 synchronous senders.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { ProducerSample } from '../../src/contracts/sample.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { TestController } from './runner-controller.ts'

const numbers = [1, 4, 16] as const
/** A rate that waiting senders cannot reach on any machine. */
const scheduledPerSec = 1_000_000

let folder: string
let controller: TestController
let plan: RunPlan

function closedLoopPlan(): RunPlan {
  const value = scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'Synchronous senders',
    deployment: { offering: 'confluent-dedicated', size: 1 },
    workload: {
      topics: numbers.map((senders) => ({ name: `with-${senders}`, partitions: 2, replicationFactor: 1 })),
      producers: numbers.map((senders) => ({
        name: `with-${senders}`,
        topic: `with-${senders}`,
        peakRecordsPerSec: scheduledPerSec,
        recordValueBytes: 100,
        lingerMs: 0,
        synchronousSenders: senders,
      })),
      consumerGroups: numbers.map((senders) => ({ name: `with-${senders}`, topic: `with-${senders}` })),
    },
  })
  return planRun(value, { runId: 'closed-loop', brokers: 1, durationMs: 6_000, quotaWindowMs: 1_000 }).plan
}

/** The samples of the producer with this number of senders. */
function secondsOf(senders: number): ProducerSample[] {
  const producers = controller.samples.flatMap((sample) => sample.producers)
  return producers.filter(({ producerId }) => producerId === `with-${senders}-1`)
}

function sumOf(senders: number, read: (second: ProducerSample) => number): number {
  return secondsOf(senders).reduce((sum, second) => sum + read(second), 0)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-loop-'))
  controller = new TestController(folder)
  plan = closedLoopPlan()
  const ended = await controller.runToEnd(plan, { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
  expect([ended.reason, ended.detail]).toEqual(['plan-complete', null])
})

afterAll(async () => {
  await controller?.disconnect()
  rmSync(folder, { recursive: true, force: true })
})

describe('synchronous senders on a real broker', () => {
  it.each(numbers)(
    'have no more records under way than there are senders, and as many while all wait: %d',
    (senders) => {
      const underWay = secondsOf(senders).map(({ outstandingRecords }) => outstandingRecords)
      expect(Math.max(...underWay)).toBe(senders)
    },
  )

  it.each(numbers)('offer what they send, which is all acknowledged in the end, and have no backlog: %d', (senders) => {
    const offered = sumOf(senders, ({ offeredRecords }) => offeredRecords)
    expect(offered).toBeGreaterThan(senders)
    expect(offered).toBeLessThan(scheduledPerSec)
    expect(sumOf(senders, ({ acceptedRecords }) => acceptedRecords)).toBe(offered)
    expect(sumOf(senders, ({ ackedRecords }) => ackedRecords)).toBe(offered)
    expect(sumOf(senders, ({ backlogRecords }) => backlogRecords)).toBe(0)
  })

  it('send one record a request where one sender waits, and share requests where many do', () => {
    const perBatch = (senders: number) =>
      sumOf(senders, ({ batches }) => batches?.records ?? 0) / sumOf(senders, ({ batches }) => batches?.count ?? 0)
    expect(perBatch(1)).toBe(1)
    expect(perBatch(16)).toBeGreaterThan(1)
  })

  it('account for every record, and are what held the rate or the machine is: never a backlog that they do not have', () => {
    const { accounting, diagnosis, ackedRatio } = computeResult(plan, controller.samples)
    expect([accounting.isClosed, accounting.gaps]).toEqual([true, []])
    expect(accounting).toMatchObject({ unsentRecords: 0, rejectedRecords: 0, unknownRecords: 0, queueFullRetries: 0 })
    // Of the seconds that count, at least two, no more records are answered elsewhere than there are senders.
    const offered = controller.samples.map(({ producers }) =>
      producers.reduce((all, each) => all + each.offeredRecords, 0),
    )
    const loadSeconds = offered.slice(0, plan.durationMs / 1000)
    const leastOfTwo = Math.min(...loadSeconds.slice(1).map((each, at) => each + (loadSeconds[at] ?? 0)))
    const senders = numbers.reduce((sum, each) => sum + each, 0)
    expect(ackedRatio).toBeGreaterThanOrEqual(1 - senders / leastOfTwo)
    expect(diagnosis.sentence).toMatch(/21 synchronous senders waited|were \d+ % busy/)
  })
})
