/**
 * The pipeline bound: requests in flight hide the network and nothing else, so that over a loopback they hardly matter.
 *
 * Two minutes. Three brokers, three replicas, acks=all, one connection, batches of one record: a broker serves one
 * request of a connection at a time, and that time holds the wait for the replicas.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import { measure } from '../integration/measured-run.ts'
import { producerSums, smallPlan } from '../integration/runner-controller.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { pipelineProblems } from './acceptance.ts'
import { showFigures } from './figures.ts'

/** More than one connection carries, so that records always wait. */
const recordsPerSec = 6_000
/** Brokers and clients compile their code in the first seconds. */
const warmUpSeconds = 4
const durationMs = 12_000

let brokers: TestBrokers
beforeAll(async () => {
  brokers = await startTestBrokers({ brokers: 3 })
})
afterAll(() => brokers?.stop())

function planOf(maxInFlight: number, round: number): RunPlan {
  const runId = `in-flight-${maxInFlight}-${round}`
  const small = smallPlan({ runId, recordsPerSec, partitions: 1, groups: 0, durationMs })
  const producers = small.producers.map((producer) => ({
    ...producer,
    recordValueBytes: 100,
    partitioning: { kind: 'turns' as const, recordsPerTurn: 1 },
    lingerMs: 0,
    // A record of 100 bytes is 107 in a batch, whose header is 61: a second one does not fit.
    batchBytes: 200,
    maxInFlight,
    queueRecords: 2_000,
  }))
  const topics = small.topics.map((topic) => ({ ...topic, replicationFactor: 3 }))
  return { ...small, topics, producers, quotaWindowMs: 2_000 }
}

/** Answered requests a second, of one record each, after the warm-up. */
async function requestsPerSec(maxInFlight: number, round: number): Promise<number> {
  const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, `state-${maxInFlight}-${round}`) }
  const { samples, ended } = await measure(planOf(maxInFlight, round), where)
  expect(ended.cleanUp.leftovers).toEqual([])
  const steady: readonly Sample[] = samples.filter(
    ({ second }) => second >= warmUpSeconds && second < durationMs / 1000 - 1,
  )
  return producerSums(steady).acked / (steady.reduce((sum, sample) => sum + sample.durationMs, 0) / 1000)
}

describe('one connection with acks=all over a loopback', () => {
  it('sends less than 1.5 times as many requests with 1,000 in flight as with one', async () => {
    // The first run is slower whatever it is: brokers and clients still compile.
    const rates = { five: [await requestsPerSec(5, 0)], one: [0], thousand: [0] }
    for (const round of [1, 2]) {
      rates.one.push(await requestsPerSec(1, round))
      rates.thousand.push(await requestsPerSec(1000, round))
    }
    // The best of each: what else the machine does only takes away.
    const [one, thousand] = [Math.max(...rates.one), Math.max(...rates.thousand)]
    showFigures('Requests a second of one connection, three replicas, acks=all, by requests in flight', {
      5: Math.max(...rates.five),
      1: one,
      1000: thousand,
      '1000 against 1': thousand / one,
    })
    expect(pipelineProblems({ one, thousand, offered: recordsPerSec })).toEqual([])
  })
})
