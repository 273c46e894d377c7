/**
 * What a run leaves to the next one under the same quota. One minute.
 *
 * A broker's quota looks at the last windows of a second, eleven of them by default, and holds what was sent beyond it
 * against whoever comes next, under any client id. After as many seconds of quiet none of them is left, so the quiet time
 * between the runs of a campaign, two such windows unless it says otherwise, needs no probe that asks for a throttle.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallPlan, TestController } from '../integration/runner-controller.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { quotaDebtProblems } from './acceptance.ts'
import { showFigures } from './figures.ts'

const quotaBytesPerSec = 2_000_000
const quotaWindowMs = 11_000

let brokers: TestBrokers
beforeAll(async () => {
  const quotas = { producerBytesPerSec: quotaBytesPerSec, consumerBytesPerSec: 50_000_000 }
  brokers = await startTestBrokers({ brokers: 1, quotas })
})
afterAll(() => brokers?.stop())

/** Throttle times of a run by second, in ms. */
type Throttles = readonly number[]

/** A run that is ready: what it does, and when, is up to the test. */
async function prepared(runId: string, load: { readonly share: number; readonly durationMs: number }) {
  const recordsPerSec = (quotaBytesPerSec / 1_000) * load.share
  const plan = smallPlan({ runId, recordsPerSec, groups: 0, durationMs: load.durationMs })
  const controller = new TestController(join(brokers.folderPath, `state-${runId}`))
  await controller.greet()
  controller.prepare({ ...plan, drainMs: 1_000 }, brokers.target)
  await controller.first('ready')
  const run = async (startsInMs: number): Promise<Throttles> => {
    controller.send({ type: 'start', atEpochMs: Date.now() + startsInMs })
    await controller.first('ended')
    await controller.disconnect()
    return controller.samples.flatMap(({ producers }) => producers.map(({ throttleMs }) => throttleMs))
  }
  return { run }
}

const untilStartMs = 500
/** 32 MB, where the windows hold 22: used up in a burst, all of which is younger than a window when the load ends. */
const overload = { share: 4, durationMs: 4_000 }
const light = { share: 0.7, durationMs: 6_000 }

/** A run over the quota, and one under it that begins when the load of the first one ends. */
async function atOnceAfter(): Promise<{ readonly over: Throttles; readonly atOnce: Throttles }> {
  const first = await prepared('over', overload)
  // Ready before the first one starts: getting ready takes as long as a window.
  const next = await prepared('at-once', light)
  const [throttled, atOnce] = await Promise.all([first.run(untilStartMs), next.run(untilStartMs + overload.durationMs)])
  return { over: throttled, atOnce }
}

/** The same, but for a window of quiet after the end of the first one. */
async function afterQuiet(): Promise<Throttles> {
  const first = await prepared('over-again', overload)
  const next = await prepared('after-quiet', light)
  await first.run(untilStartMs)
  return next.run(quotaWindowMs)
}

it('is a throttle at once, and none after a window of quiet', async () => {
  const { over, atOnce } = await atOnceAfter()
  // What the first pair left goes first.
  await sleep(quotaWindowMs)
  const throttles = { over, atOnce, afterQuiet: await afterQuiet() }
  showFigures(
    'Throttle times by second, in ms: four times the quota; 0.7 of it at once after; after 11 s of quiet',
    throttles,
  )
  expect(quotaDebtProblems(throttles)).toEqual([])
})
