import { describe, expect, it } from 'vitest'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { adviceOf } from '../../../src/evidence/run-advice.ts'
import { computeResult } from '../../../src/measurement/result.ts'
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
    ...rest,
  }
  return adviceOf(record, samples)
}

describe('advice after a run', () => {
  it('is none where the run got what was expected, whatever else was seen', () => {
    expect(adviceFor({ passPerSec: () => 1200, producerCpuCores: 0.95 })).toEqual([])
  })

  it('names clients that are full, and a way that is long, each only where it was measured', () => {
    const full = adviceFor({ clientPerSec: 700, producerCpuCores: 0.97 })
    expect(full).toHaveLength(1)
    expect(full[0]).toMatch(/busiest producer worker used 0.97.*more machines/)
    const far = adviceFor({ passPerSec: () => 700, roundTripUs: 80_000 })
    expect(far.join()).toMatch(/80.* ms.*region of the cluster/)
    expect(far.join()).not.toMatch(/more machines/)
  })

  it('goes by what was acknowledged, not by bytes that were sent to brokers that are behind', () => {
    const full: RunShape = { clientPerSec: 700, producerCpuCores: 0.97 }
    expect(adviceFor(full, { sentFactor: 5 })).toEqual(adviceFor(full))
  })

  it('names a rate that still rises as a load balancer that grows, on a cluster of the user alone', () => {
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
