/**
 * Known rates: an offered one is held, and a quota is measured as the broker's own counters have it.
 *
 * Six minutes. The broker judges twice: by all that it counted over the run, which no clock bears on, and second by
 * second, its counts put through the same arithmetic.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import type { BrokerQuotas } from '../../src/contracts/target.ts'
import { acknowledgedOnly } from '../../src/measurement/acknowledged-wire.ts'
import { tentMeansInterval } from '../../src/measurement/batch-means.ts'
import { sortSeconds } from '../../src/measurement/load-seconds.ts'
import { cutQuotaWindows, pairWindows } from '../../src/measurement/quota-windows.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { statisticsIntervalMs } from '../../src/runner/worker/rdkafka-config.ts'
import { type MeasuredRun, measure } from '../integration/measured-run.ts'
import { smallPlan } from '../integration/runner-controller.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { tryAgainOnNoise, whereIs } from '../noise.mjs'
import { smallScenario } from '../unit/capacity/known-files.ts'
import {
  answerSizeProblems,
  countedProblems,
  type QuotaRead,
  quotaProblems,
  rateProblems,
  type ToldAndCounted,
} from './acceptance.ts'
import { type BrokerCounters, readBrokerCounters, requestHeaderBytes } from './broker-counters.ts'
import { showFigures } from './figures.ts'

let brokers: TestBrokers | null = null
afterEach(async () => {
  await brokers?.stop()
  brokers = null
})

const partitions = 12
const quotaWindowSeconds = 3
const burnInSeconds = 9
const durationMs = (burnInSeconds + 12 * quotaWindowSeconds) * 1000
/** The broker's counters are still read when all is over. */
const lastReadingMs = 1_000

async function start(quotas?: BrokerQuotas): Promise<TestBrokers> {
  brokers = await startTestBrokers({ brokers: 1, quotaWindowSeconds, ...(quotas === undefined ? {} : { quotas }) })
  return brokers
}

function planned(change: Parameters<typeof smallPlan>[0]): RunPlan {
  const plan = smallPlan({ ...change, partitions, groups: 0, durationMs })
  return { ...plan, quotaWindowMs: quotaWindowSeconds * 1000, burnInMs: burnInSeconds * 1000 }
}

/** A run, and the same run as the broker counted it. */
interface Judged {
  readonly run: MeasuredRun
  /** Bytes sent over the whole run: by the client, and by the broker. */
  readonly total: ToldAndCounted
  /** Wire bytes a second over the steady windows: the same. */
  readonly steady: ToldAndCounted
}

async function judge(cluster: TestBrokers, plan: RunPlan): Promise<Judged> {
  let counters: BrokerCounters | null = null
  const where = { target: cluster.target, stateDirectory: join(cluster.folderPath, 'state') }
  const run = await measure(plan, where, async ({ until }) => {
    await until(1_000)
    counters = await readBrokerCounters(cluster.pidOf(1))
  })
  if (counters === null) throw new Error('no counters')
  const reported: BrokerCounters = counters
  await sleep(lastReadingMs)
  await reported.stop()
  const headerBytes = requestHeaderBytes(plan.producers[0]?.clientId ?? '')
  const { requestBytes, requests } = reported.total()
  const { fromSecond, toSecond } = run.result.steadyWindow
  return {
    run,
    total: { reported: sumWireBytes(run.samples), counted: requestBytes + requests * headerBytes },
    steady: {
      reported: meanWire(plan, acknowledgedOnly(run.samples), fromSecond),
      counted: meanWire(
        plan,
        asCounted(run.samples, { fromSecond, toSecond, counters: reported, headerBytes }),
        fromSecond,
      ),
    },
  }
}

/** As a result has it, over windows that are given: others may be found steady in other counts. */
function meanWire(plan: RunPlan, samples: readonly Sample[], fromSecond: number): number {
  const windows = cutQuotaWindows(plan, sortSeconds(plan, samples).load)
  const pairs = pairWindows(windows.filter((window) => window.fromSecond >= fromSecond))
  return tentMeansInterval(pairs.map(({ figures }) => figures.ingressWireBytesPerSec)).mean
}

/** Samples whose wire bytes are the broker's. */
function asCounted(
  samples: readonly Sample[],
  by: { fromSecond: number; toSecond: number; counters: BrokerCounters; headerBytes: number },
): Sample[] {
  // What the client's library reports is charged this much later than it happened.
  const lagMs = statisticsIntervalMs(partitions)
  return samples.map((sample) => {
    if (sample.second < by.fromSecond || sample.second >= by.toSecond) return sample
    const fromMs = sample.startedAtEpochMs - lagMs
    const { requestBytes, requests } = by.counters.between(fromMs, fromMs + sample.durationMs)
    const wireBytes = requestBytes + requests * by.headerBytes
    const producers = sample.producers.map((each, index) => ({ ...each, wireBytes: index === 0 ? wireBytes : 0 }))
    return { ...sample, producers }
  })
}

function sumWireBytes(samples: readonly Sample[]): number {
  return samples.flatMap(({ producers }) => producers).reduce((sum, { wireBytes }) => sum + wireBytes, 0)
}

function show(title: string, { run, total, steady }: Judged): void {
  const { result } = run
  showFigures(title, {
    recordsPerSec: result.steady?.recordsPerSec.mean,
    wireBytesPerSec: result.steady?.ingressWireBytesPerSec,
    'whole run, reported / counted': total.reported / total.counted,
    'steady, reported / counted': steady.reported / steady.counted,
    doubt: result.steadyWindow.doubt,
    limiter: result.diagnosis.limiter,
  })
}

describe('a known rate', () => {
  const title = 'of %d records/s is held to 0.5 percent, and counted as the broker does'
  it.for([2_000, 10_000])(title, async (rate, { task }) => {
    const { steady } = await tryAgainOnNoise(
      whereIs(task),
      async (attempt) => {
        const cluster = await start()
        const judged = await judge(cluster, planned({ runId: `rate-${rate}-${attempt}`, recordsPerSec: rate }))
        show(`Known rate of ${rate} records/s`, judged)
        expect(countedProblems(judged)).toEqual([])
        // Counts are exact on any machine; what noise bears on is a rate.
        expect(judged.run.result.accounting.ackedRecords).toBe((rate * durationMs) / 1000)
        await cluster.stop()
        return judged.run.result
      },
      ({ steadyWindow }) => steadyWindow.doubt,
    )
    expect(rateProblems(steady?.recordsPerSec.mean ?? 0, rate)).toEqual([])
  })
})

describe('a known quota', () => {
  it('is measured to 2 % of what the broker counts, and alike for 1, 3 and 12 client ids', async () => {
    const quotas = { producerBytesPerSec: 4_000_000, consumerBytesPerSec: 50_000_000 }
    const measured: number[] = []
    for (const producers of [1, 3, 12]) {
      const cluster = await start(quotas)
      const judged = await judge(cluster, planned({ runId: `quota-${producers}`, recordsPerSec: 5_200, producers }))
      const { diagnosis } = judged.run.result
      show(`Quota of 4 MB/s, ${producers} client ids`, judged)
      expect(diagnosis.limiter, diagnosis.sentence).toBe('broker-throttle')
      expect(countedProblems(judged)).toEqual([])
      measured.push(judged.steady.reported)
      await cluster.stop()
      brokers = null
    }
    expect(quotaProblems(measured, quotas.producerBytesPerSec)).toEqual([])
  })
})

describe('a known quota on readers', () => {
  it('brings three groups that would read twice as much more records in answers that fit it', async () => {
    const quotas = { producerBytesPerSec: 50_000_000, consumerBytesPerSec: 3_000_000 }
    const consumerQuota = { bytesPerSec: quotas.consumerBytesPerSec, windowSeconds: quotaWindowSeconds, roundTripMs: 0 }
    const [sized] = planRun(smallScenario({}), { runId: 'any', brokers: 1, consumerQuota }).plan.consumerGroups
    const nothing: QuotaRead = { ofQuota: 0, payloadBytesPerSec: 0 }
    const read = { fitting: nothing, usual: nothing }
    for (const [name, fetchMaxBytes] of [
      ['fitting', sized?.fetchMaxBytes],
      ['usual', undefined],
    ] as const) {
      const cluster = await start(quotas)
      const given = smallPlan({ runId: `read-${name}`, recordsPerSec: 2_000, groups: 3, partitions, durationMs })
      const plan = {
        ...given,
        quotaWindowMs: quotaWindowSeconds * 1000,
        burnInMs: burnInSeconds * 1000,
        drainMs: 1_000,
        consumerGroups: given.consumerGroups.map((group) => ({ ...group, ...(fetchMaxBytes && { fetchMaxBytes }) })),
      }
      const { result } = await measure(plan, {
        target: cluster.target,
        stateDirectory: join(cluster.folderPath, 'state'),
      })
      read[name] = {
        ofQuota: (result.steady?.egressWireBytesPerSec.mean ?? 0) / quotas.consumerBytesPerSec,
        payloadBytesPerSec: result.steady?.egressPayloadBytesPerSec.mean ?? 0,
      }
      showFigures(`Quota of 3 MB/s on readers, answers: ${name}`, {
        fetchMaxBytes,
        egress: result.steady?.egressWireBytesPerSec,
        payload: result.steady?.egressPayloadBytesPerSec,
        ofQuota: read[name].ofQuota,
        limiter: result.diagnosis.limiter,
      })
      await cluster.stop()
      brokers = null
    }
    expect(answerSizeProblems(read)).toEqual([])
  })
})
