/**
 * Three brokers with three copies of everything: one is killed under load and brought back.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../src/contracts/result.ts'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { smallPlan, TestController } from '../integration/runner-controller.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { showFigures } from './figures.ts'

const killAtMs = 10_000
const bringBackAtMs = 26_000
/** A killed broker is missed after its session; from then on, until it is back, the cluster has two. */
const sessionMs = 6_000
const secondsWithTwo = { from: (killAtMs + sessionMs) / 1000 + 3, to: bringBackAtMs / 1000 - 1 }

let folder: string
let brokers: TestBrokers
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-failure-'))
  brokers = await startTestBrokers({ brokers: 3, properties: { 'broker.session.timeout.ms': String(sessionMs) } })
})
afterAll(async () => {
  await brokers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function planWith(minIsr: number): RunPlan {
  const plan = smallPlan({ runId: `isr${minIsr}`, recordsPerSec: 1_000, partitions: 6, groups: 1, durationMs: 42_000 })
  const configs = { 'retention.ms': '600000', 'min.insync.replicas': String(minIsr) }
  return { ...plan, drainMs: 30_000, topics: plan.topics.map((topic) => ({ ...topic, replicationFactor: 3, configs })) }
}

/** Runs the plan; kills a broker on the way and brings it back. */
async function runWithFailure(plan: RunPlan, brokerId: number) {
  const controller = new TestController(join(folder, 'state'))
  try {
    await controller.greet()
    controller.prepare(plan, brokers.target)
    await controller.first('ready')
    controller.send({ type: 'start', atEpochMs: Date.now() + 500 })
    await sleep(500 + killAtMs)
    await brokers.kill(brokerId)
    await sleep(bringBackAtMs - killAtMs)
    await brokers.bringBack(brokerId)
    const ended = await controller.first('ended')
    return { ended, samples: controller.samples, result: computeResult(plan, controller.samples) }
  } finally {
    await controller.disconnect()
  }
}

function figuresOf({ diagnosis, accounting, ackedRatio }: Result) {
  const silent = diagnosis.evidence.find(({ label }) => label === 'Seconds without any acknowledgement')?.value ?? '0'
  const [group] = accounting.groups
  return {
    diagnosis: diagnosis.sentence,
    'seconds without any acknowledgement': silent,
    'acknowledged of offered, seconds that count': ackedRatio,
    acknowledged: accounting.ackedRecords,
    duplicates: group?.duplicateRecords,
    lost: group?.lostRecords,
  }
}

function ackedBetween(samples: readonly Sample[], { from, to }: { from: number; to: number }): number {
  return samples
    .filter(({ second }) => second >= from && second < to)
    .flatMap(({ producers }) => producers)
    .reduce((sum, producer) => sum + producer.ackedRecords, 0)
}

describe('three brokers of which one is killed and comes back', () => {
  it('go on at min ISR 2: the load is met, nothing is lost or unaccounted for', async () => {
    const { ended, samples, result } = await runWithFailure(planWith(2), 2)
    showFigures('Min ISR 2', figuresOf(result))
    expect(ended.reason).toBe('plan-complete')
    expect(ackedBetween(samples, secondsWithTwo)).toBeGreaterThan(0)
    expect(result.diagnosis.limiter, result.diagnosis.sentence).toBe('nothing')
    expect([result.accounting.isClosed, result.accounting.gaps]).toEqual([true, []])
    expect(result.accounting.groups.map(({ lostRecords }) => lostRecords)).toEqual([0])
  })

  it('stop at min ISR 3: diagnosed below min ISR, nothing is lost or unaccounted for', async () => {
    const { ended, samples, result } = await runWithFailure(planWith(3), 3)
    showFigures('Min ISR 3', figuresOf(result))
    expect(ended.reason).toBe('plan-complete')
    expect(ackedBetween(samples, secondsWithTwo)).toBe(0)
    expect(result.diagnosis.limiter, result.diagnosis.sentence).toBe('below-min-isr')
    expect(result.diagnosis.sentence).toContain('6 of 6 partitions were below min ISR')
    expect([result.accounting.isClosed, result.accounting.gaps]).toEqual([true, []])
    expect(result.accounting.groups.map(({ lostRecords }) => lostRecords)).toEqual([0])
  })
})
