import { describe, expect, it } from 'vitest'
import type { Dimension } from '../../../src/contracts/dimensions.ts'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { type AdvisedRun, adviceOf } from '../../../src/evidence/run-advice.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { type RunShape, simulateRun } from '../measurement/simulated-run.ts'
import { smallScenario } from '../workbench/small-scenario.ts'
import { type PredictionShape, predictionOf, quotaTarget, serviceTarget } from './overlay-case.ts'

function adviceFor(
  run: RunShape,
  {
    prediction = {},
    target = serviceTarget,
    requestsPerSec,
    sentFactor = 1,
    ...rest
  }: Partial<Pick<MeasuredRecord, 'target' | 'scenario'>> & {
    readonly prediction?: PredictionShape & { readonly least?: number }
    readonly requestsPerSec?: number
    readonly sentFactor?: number
  } = {},
): string[] {
  const { plan, samples: plain } = simulateRun({ producers: 1, offeredPerSec: 2000, ...run })
  const samples = plain.map((sample) => ({
    ...sample,
    producers: sample.producers.map((each) => ({ ...each, wireBytes: each.wireBytes * sentFactor })),
  }))
  const { least, ...shape } = prediction
  const predicted = predictionOf(shape)
  const minimumPartitions = least === undefined ? [] : [{ topic: 'orders', partitions: least, formula: 'f' }]
  const result = computeResult(plan, samples)
  const record = {
    result: { ...result, requestsPerSec: requestsPerSec ?? result.requestsPerSec },
    prediction: { ...predicted, minimumPartitions },
    target,
    scenario: smallScenario,
    plan,
    ...rest,
  }
  return adviceOf(record, samples)
}

/** A run of 100 samples of a second each on a user's cluster, with these rates in thirds and what was found of them. */
function ranAt(
  { first, last, expected = 1000 }: { readonly first: number; readonly last: number; readonly expected?: number },
  change: Partial<AdvisedRun> = {},
  count = 100,
): string[] {
  const { plan, samples: plain } = simulateRun({ producers: 1 })
  const samples = plain.slice(0, count).map((sample, index) => ({
    ...sample,
    producers: sample.producers.map((each) => ({ ...each, ackedRecords: index < count / 2 ? first : last })),
  }))
  const result = { ...computeResult(plan, plain), steady: null }
  const diagnosis = { limiter: 'unknown' as const, sentence: 'It is not known.', evidence: [] }
  const wholeRun = { ...result.wholeRun, recordsPerSec: (first + last) / 2 }
  const record = {
    result: { ...result, wholeRun, diagnosis },
    prediction: predictionOf({ offeredPerSec: expected, capacityPerSec: 2 * expected }),
    target: serviceTarget,
    scenario: smallScenario,
    plan: { ...plan, durationMs: count * 1000 },
    ...change,
  }
  return adviceOf(record, samples)
}

describe('the edges of advice after a run', () => {
  it('are 97 % of the expected rate, over the whole run if it has no steady window', () => {
    const limiter = { limiter: 'client' as const, sentence: 'The client was full.', evidence: [] }
    const at = (rate: number) => {
      const { plan, samples } = simulateRun({ producers: 1 })
      const result = { ...computeResult(plan, samples), steady: null, diagnosis: limiter }
      return ranAt(
        { first: rate, last: rate },
        {
          result: { ...result, wholeRun: { ...result.wholeRun, recordsPerSec: rate } },
        },
      )
    }
    expect(at(970)).toEqual([])
    expect(at(969)).toEqual([
      'The client was full. Spread the clients over more machines, or close other programs on this one.',
    ])
    expect(ranAt({ first: 1, last: 1 }, { result: null })).toEqual([])
  })

  it('are a last third that is 1.15 times as fast as the first', () => {
    expect(ranAt({ first: 400, last: 460 })).toEqual([
      'The rate still rose during the load (400 records/s in its first third, 460 records/s in its last), as behind a load balancer that grows with it: run it again.',
    ])
    expect(ranAt({ first: 400, last: 459 })).toEqual([])
    expect(ranAt({ first: 1, last: 2 }, {}, 2)).toEqual([])
    const drained = { ...simulateRun({ producers: 1 }).plan, durationMs: 50_000 }
    expect(ranAt({ first: 400, last: 460 }, { plan: drained })).toEqual([])
  })

  it('are as many partitions as the rate needs, of the topic that needs them', () => {
    const [topic] = smallScenario.workload.topics
    if (topic === undefined) throw new Error('the scenario has a topic')
    const needing = (name: string, partitions: number) => ({
      prediction: {
        ...predictionOf({ offeredPerSec: 1000 }),
        minimumPartitions: [{ topic: name, partitions, formula: 'f' }],
      },
    })
    const slow = { first: 400, last: 400 }
    expect(ranAt(slow, needing(topic.name, topic.partitions))).toEqual([])
    expect(ranAt(slow, needing('another', topic.partitions + 1))).toEqual([])
    expect(ranAt(slow, needing(topic.name, topic.partitions + 1))).toEqual([
      `"${topic.name}" has ${topic.partitions} partitions, too few for this rate: give it at least ${topic.partitions + 1}.`,
    ])
  })

  it('are 80 % of a limit that takes from the bandwidth', () => {
    const at = (utilisation: number, change: { readonly capacity?: number; readonly dimension?: Dimension } = {}) => {
      const prediction = predictionOf({ offeredPerSec: 1000, requestsPerSec: { produce: 75, isLimited: true } })
      const constraints = prediction.constraints.map((each) => ({
        ...each,
        dimension: 'connections' as const,
        unit: 'connections',
        utilisation,
        ...change,
      }))
      return ranAt({ first: 400, last: 400 }, { prediction: { ...prediction, constraints } })
    }
    expect(at(0.8)).toEqual([
      'The clients use 80 % of the limit of 1,000 connections: batch more, share connections, or buy more.',
    ])
    expect(at(0.799)).toEqual([])
    expect(at(0.9, { capacity: 0 })).toEqual([])
    expect(at(0.9, { dimension: 'ingress' })).toEqual([])
  })
})

describe('advice after a run', () => {
  it('is empty if the run reached the expected rate, whatever else was observed', () => {
    expect(adviceFor({ passPerSec: () => 1200, producerCpuCores: 0.95 })).toEqual([])
  })

  it('names saturated clients and a long round trip, each only if it was measured', () => {
    const full = adviceFor({ clientPerSec: 700, producerCpuCores: 0.97 })
    expect(full).toHaveLength(1)
    expect(full[0]).toMatch(/busiest producer worker used 0.97.*more machines/)
    const far = adviceFor({ passPerSec: () => 700, roundTripUs: 80_000 })
    expect(far.join()).toMatch(/80.* ms.*region of the cluster/)
    expect(far.join()).not.toMatch(/more machines/)
  })

  it('is based on acknowledged bytes, not on bytes that were sent to brokers that fell behind', () => {
    const full: RunShape = { clientPerSec: 700, producerCpuCores: 0.97 }
    expect(adviceFor(full, { sentFactor: 5 })).toEqual(adviceFor(full))
  })

  it('explains a rate that still rises by a load balancer that grows, only on a cluster of the user’s', () => {
    const rising: RunShape = { passPerSec: (second) => 300 + 8 * second }
    expect(adviceFor(rising).join()).toMatch(/still rose.*load balancer.*run it again/)
    expect(adviceFor(rising, { target: quotaTarget }).join()).not.toMatch(/load balancer/)
  })

  it('names too few partitions and limits on requests that are nearly full', () => {
    const slow: RunShape = { passPerSec: () => 700 }
    const [topic] = smallScenario.workload.topics
    const few = { ...smallScenario, workload: { ...smallScenario.workload, topics: [{ ...topic, name: 'orders' }] } }
    const least = (topic?.partitions ?? 0) + 10
    expect(adviceFor(slow, { prediction: { least }, scenario: few as MeasuredRecord['scenario'] }).join()).toContain(
      `give it at least ${least}`,
    )
    const limited = { prediction: { requestsPerSec: { produce: 100, isLimited: true } } }
    expect(adviceFor(slow, limited).join()).not.toMatch(/requests/)
    expect(adviceFor(slow, { ...limited, requestsPerSec: 900 }).join()).toMatch(
      /90 % of the limit of 1,000 requests\/s/,
    )
  })
})
