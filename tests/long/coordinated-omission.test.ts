/**
 * Coordinated omission at full length: who is held still for 500 ms every 5 s must show, and where it belongs.
 *
 * An asynchronous producer passes the easy test (a stalled broker) without knowing any intended time; it fails the two
 * others, in which the records that should have been sent meanwhile are the ones that wait.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../src/contracts/result.ts'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import { mergeEncodedHistograms, summariseHistogram } from '../../src/measurement/histogram.ts'
import { type MeasuredRun, measure } from '../integration/measured-run.ts'
import { smallPlan } from '../integration/runner-controller.ts'
import { stallProcess } from '../integration/stall-process.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { fullQueueProblems, stalledBrokerProblems, stalledGeneratorProblems } from './acceptance.ts'
import { showFigures } from './figures.ts'

const durationMs = 40_000
const everyMs = 5_000
const forMs = 500
/** The first stall ends 3 s after a multiple of 5: seconds 4, 0 and 1 of each five have nothing to do with one. */
const firstStallMs = 2_500
const calmSeconds = [0, 1, 4]

let brokers: TestBrokers
beforeAll(async () => {
  brokers = await startTestBrokers({ brokers: 1 })
})
afterAll(() => brokers?.stop())

/** Runs the plan while something is held still in the middle of every fifth second. */
async function runWithStalls(plan: RunPlan, victim: 'broker' | 'generator'): Promise<MeasuredRun> {
  const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, 'state') }
  return measure(
    plan,
    where,
    async ({ workers, until }) => {
      const pid = victim === 'broker' ? brokers.pidOf(1) : workers.producers[0]
      if (pid === undefined) throw new Error('no generator')
      await until(firstStallMs - everyMs)
      const end = stallProcess(pid, { everyMs, forMs })
      await until(durationMs - 1_000)
      end()
    },
    { leadMs: everyMs },
  )
}

function calmServiceP99Ms(samples: readonly Sample[]): number {
  const calm = samples.filter(({ second }) => calmSeconds.includes(second % 5) && second < durationMs / 1000)
  const histograms = calm.flatMap(({ producers }) =>
    producers.flatMap(({ serviceHistogram }) => serviceHistogram ?? []),
  )
  const merged = mergeEncodedHistograms(histograms)
  return (summariseHistogram(merged)?.p99Us ?? 0) / 1000
}

function latencyMs({ latency }: Result) {
  const ms = (value: number | undefined) => (value ?? 0) / 1000
  const { service, response, scheduleDelay } = latency
  return {
    service: { p90: ms(service?.p90Us), p95: ms(service?.p95Us), p99: ms(service?.p99Us), mean: ms(service?.meanUs) },
    response: {
      p90: ms(response?.p90Us),
      p95: ms(response?.p95Us),
      p99: ms(response?.p99Us),
      mean: ms(response?.meanUs),
    },
    scheduleDelay: { p99: ms(scheduleDelay?.p99Us), mean: ms(scheduleDelay?.meanUs) },
  }
}

function expectSound({ ended, result }: MeasuredRun): void {
  expect(ended.reason).toBe('plan-complete')
  expect(result.accounting).toMatchObject({ isClosed: true, unsentRecords: 0, unknownRecords: 0, rejectedRecords: 0 })
}

describe('a broker held still for 500 ms every 5 s', () => {
  it('shows in service and in response', async () => {
    const plan = smallPlan({ runId: 'stalled-broker', recordsPerSec: 1_000, partitions: 4, groups: 0, durationMs })
    const run = await runWithStalls(plan, 'broker')
    const { service, response, scheduleDelay } = latencyMs(run.result)
    const calmP99 = calmServiceP99Ms(run.samples)
    showFigures('Broker stalled 500 ms every 5 s (ms)', { service, response, scheduleDelay, calmP99 })
    expectSound(run)
    expect(stalledBrokerProblems({ service, response, scheduleDelay, calmP99 })).toEqual([])
  })

  it('shows in the response alone where a queue of 1,000 records is full meanwhile', async () => {
    const queued = smallPlan({ runId: 'full-queue', recordsPerSec: 8_000, partitions: 4, groups: 0, durationMs })
    const producers = queued.producers.map((each) => ({ ...each, recordValueBytes: 100, queueRecords: 1_000 }))
    const run = await runWithStalls({ ...queued, producers }, 'broker')
    const { service, response, scheduleDelay } = latencyMs(run.result)
    const calmP99 = calmServiceP99Ms(run.samples)
    const { queueFullRetries } = run.result.accounting
    showFigures('Broker stalled, queue of 1,000 records (ms)', {
      service,
      response,
      scheduleDelay,
      calmP99,
      queueFullRetries,
    })
    expectSound(run)
    expect(queueFullRetries).toBeGreaterThan(0)
    expect(fullQueueProblems({ service, response, scheduleDelay, calmP99 })).toEqual([])
  })
})

describe('a generator held still for 500 ms every 5 s', () => {
  it('shows in the response, and not in the service of the brokers', async () => {
    const plan = smallPlan({ runId: 'stalled-load', recordsPerSec: 1_000, partitions: 4, groups: 0, durationMs })
    const run = await runWithStalls(plan, 'generator')
    const { service, response, scheduleDelay } = latencyMs(run.result)
    const calmP99 = calmServiceP99Ms(run.samples)
    showFigures('Generator stalled 500 ms every 5 s (ms)', { service, response, scheduleDelay, calmP99 })
    expectSound(run)
    expect(stalledGeneratorProblems({ service, response, scheduleDelay, calmP99 })).toEqual([])
  })
})
