import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { recordBytes } from '../../../src/capacity/record-batch.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { largestStep } from '../../../src/capacity/whole-numbers.ts'
import { batchHeaderBytes } from '../../../src/contracts/batch-header.ts'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, exampleScenario, lawsOfHosts, shippedOffering, smallScenario } from './known-files.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { type Case, cases } from './random-scenarios.ts'

const hosts = lawsOfHosts()

function stepsOf({ cliffs = [] }: Prediction): NonNullable<Prediction['cliffs']> {
  return cliffs.filter(({ kind }) => kind === 'step')
}

/** Three brokers with one slow disk each. */
function onHosts(partitions: number): Scenario {
  return smallScenario({
    topic: { partitions, replicationFactor: 1 },
    deployment: {
      offering: hosts.id,
      tier: 'm5.xlarge',
      size: 3,
      asOf: '2020-01',
      host: { cores: 64, storageBytesPerSec: 1e7 },
    },
  })
}

/** A batch with room for `records` records of 521 bytes and their header. */
function withBatchOf(records: number): Scenario {
  const batchBytes = Math.floor(61 + 521 * records)
  return smallScenario({
    topic: { partitions: 3000 },
    producer: { lingerMs: 10_000, batchBytes, clients: 1000 },
    group: null,
  })
}

function withLarger(scenario: Scenario, factor: number): Scenario {
  const producers = scenario.workload.producers.map((each) => ({
    ...each,
    recordValueBytes: each.recordValueBytes * factor,
  }))
  return { ...scenario, workload: { ...scenario.workload, producers } }
}

/** Full batches of few equal records, the last of which hardly fits, in topics that no number of partitions refuses. */
const fewInBatch: fc.Arbitrary<Case> = fc
  .tuple(cases, fc.integer({ min: 2, max: 8 }), fc.double({ min: 0.01, max: 0.3, noNaN: true }))
  .map(([{ scenario, offering }, records, spare]) => {
    const topics = scenario.workload.topics.map((each) => ({
      ...each,
      count: 1,
      replicationFactor: 3,
      retentionMs: 1000,
    }))
    const producers = scenario.workload.producers.map((each) => {
      const equal = { ...each, recordSizes: undefined, compressionRatio: 1, lingerMs: 10_000, recordValueBytes: 100 }
      return { ...equal, batchBytes: Math.ceil(batchHeaderBytes + recordBytes(equal) * (records + spare)) }
    })
    return { offering, scenario: { ...scenario, workload: { ...scenario.workload, topics, producers } } }
  })

describe('steps of whole numbers just above a workload', () => {
  it('name the size of values from which on a full batch holds one record less', () => {
    const [step, ...others] = stepsOf(predict(withBatchOf(2.05), dedicated))
    expect(others).toEqual([])
    expect([step?.id, step?.factor]).toEqual(['record-bytes', 1.03])
    expect(step?.text).toBe(
      'With values of records 1.03 times as large, a full batch of "producer" holds 1 record, not 2: the headroom is 16.7, not 17.7.',
    )
  })

  it('name no batch of many records, and none whose room is not nearly used up', () => {
    expect(stepsOf(predict(withBatchOf(30.05), dedicated))).toEqual([])
    expect(stepsOf(predict(withBatchOf(2.5), dedicated))).toEqual([])
  })

  it('name the number of partitions at which the busiest broker leads one more, on hosts', () => {
    const [step, ...others] = stepsOf(predict(onHosts(12), hosts))
    expect(others).toEqual([])
    expect([step?.id, step?.factor]).toEqual(['partitions:events', 1.09])
    expect(step?.text).toBe(
      'With 13 partitions of "events", the busiest broker leads 5 of them, not 4: the headroom is 4.97, not 5.74.',
    )
    // 14 partitions: the busiest broker leads five of them already.
    expect(stepsOf(predict(onHosts(13), hosts))).toEqual([])
  })

  it('name the number of partitions at which synchronous senders no longer fill a batch, and so wait for their linger', () => {
    const scenario = smallScenario({
      topic: { partitions: 100 },
      producer: {
        ...{ clients: 1, peakRecordsPerSec: 500, recordValueBytes: 500, lingerMs: 500, batchBytes: 3_100 },
        ...{ keys: { kind: 'uniform' }, recordKeyBytes: 8, synchronousSenders: 490 },
      },
      group: null,
    })
    const [step, ...others] = stepsOf(predict(scenario, dedicated))
    expect(others).toEqual([])
    expect([step?.id, step?.factor]).toEqual(['partitions:events', 1.01])
    expect(step?.text).toMatch(
      /^With 101 partitions of "events", each synchronous sender of "producer" sends 2 records\/s, not \d{3}: the headroom is 1\.9\d, not \d+/,
    )
  })

  it('are none of a workload that larger values would refuse: full storage lowers the headroom then, and not the step', () => {
    const msk = shippedOffering('aws-msk-standard')
    // 93 % of the storage is used, and values 1.08 times as large fill it as well as they leave 9 records in a batch.
    const payments = exampleScenario('payments')
    const scenario: Scenario = {
      ...payments,
      workload: {
        ...payments.workload,
        producers: payments.workload.producers.map((each) => ({
          ...each,
          peakRecordsPerSec: 4_000,
          averageRecordsPerSec: 4_000,
        })),
      },
      deployment: { offering: msk.id, tier: 'kafka.m7g.large', size: 3 },
    }
    const { cliffs, headroom } = predict(scenario, msk)
    expect(headroom).toBeGreaterThan(2)
    expect(cliffs?.filter(({ kind }) => kind !== 'size').map(({ kind, factor }) => [kind, factor.toFixed(2)])).toEqual([
      ['refusal', '1.07'],
    ])
  })

  it(
    'are named where larger values lower the headroom by a step, on every offering, and nowhere else',
    () => {
      let [named, unnamed] = [0, 0]
      fc.assert(
        fc.property(fewInBatch, ({ scenario, offering }) => {
          const prediction = predict(scenario, offering)
          if (!prediction.isFeasible) return
          const step = stepsOf(prediction).find(({ id }) => id === 'record-bytes')
          const solutionAt = (percent: number) => solve(withLarger(scenario, 1 + percent / 100), offering)
          const fallsAt = (percent: number) => {
            const [before, after] = [solutionAt(percent - 1), solutionAt(percent)]
            const isStep = (largestStep(before.situation, after.situation)?.relative ?? 0) > 0.05
            const isRefused = after.refusals.length > 0
            return isStep && !isRefused && after.growth.factor < before.growth.factor * 0.95
          }
          const percents = Array.from({ length: 10 }, (_, index) => index + 1)
          expect(step?.factor).toBe(percents.filter(fallsAt).map((percent) => 1 + percent / 100)[0])
          if (step === undefined) unnamed += 1
          else named += 1
        }),
        // Services that keep three replicas refuse most of the others, so that fewer than one in fifty is named.
        propertyRuns(500),
      )
      expect(named).toBeGreaterThan(3)
      expect(unnamed).toBeGreaterThan(20)
    },
    propertyTimeoutMs,
  )
})
