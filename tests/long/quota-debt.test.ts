/**
 * What a run leaves to the next one under the same quota. Two minutes.
 *
 * A broker's quota looks at the last windows of a second, eleven of them by default, and holds what was sent beyond it
 * against whoever comes next, under any client id. After as many seconds of quiet none of them is left, so the quiet time
 * between the runs of a campaign, two such windows unless it says otherwise, needs no probe that asks for a throttle.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measure } from '../integration/measured-run.ts'
import { smallPlan } from '../integration/runner-controller.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { showFigures } from './figures.ts'

const quotaBytesPerSec = 4_000_000
const quotaWindowMs = 11_000

let brokers: TestBrokers
beforeAll(async () => {
  const quotas = { producerBytesPerSec: quotaBytesPerSec, consumerBytesPerSec: 50_000_000 }
  brokers = await startTestBrokers({ brokers: 1, quotas })
})
afterAll(() => brokers?.stop())

async function throttledBy(runId: string, share: number) {
  const plan = smallPlan({ runId, recordsPerSec: (quotaBytesPerSec / 1_000) * share, groups: 0, durationMs: 8_000 })
  const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, 'state') }
  const { samples } = await measure(plan, where)
  return samples.flatMap(({ producers }) => producers.map(({ throttleMs }) => throttleMs))
}

it('is no throttle after a window of quiet', async () => {
  const over = await throttledBy('over', 3)
  const atOnce = await throttledBy('at-once', 0.7)
  await throttledBy('over-again', 3)
  await sleep(quotaWindowMs)
  const afterQuiet = await throttledBy('after-quiet', 0.7)
  showFigures(
    'Throttle times by second, in ms: three times the quota; 0.7 of it at once after; the same after 11 s of quiet',
    {
      over,
      atOnce,
      afterQuiet,
    },
  )
  expect(Math.max(...over)).toBeGreaterThan(0)
  expect(Math.max(...afterQuiet)).toBe(0)
})
