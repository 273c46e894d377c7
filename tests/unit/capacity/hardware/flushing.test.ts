import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { solve } from '../../../../src/capacity/solve.ts'
import { dedicated, smallScenario } from '../known-files.ts'
import { type Change, hosts, predictSingleRecords } from './single-records.ts'

/** One broker whose disk syncs in 2 ms, a flush of three syncs in 6 ms; each record is a batch of its own. */
const base: Change = {
  topic: { replicationFactor: 1, flushMessages: 1 },
  producer: { clients: 64, peakRecordsPerSec: 1_000_000, maxInFlight: 1 },
  deployment: { size: 1, diskSyncMs: 2 },
}

const run = (change: Change = {}) => predictSingleRecords(base, change)
const recordsPerSec = (change?: Change) => run(change).capacity.recordsPerSec
const bindingOf = (change?: Change) => run(change).binding.map(({ id }) => id)

describe('topics that are flushed to disk', () => {
  it('take one flush at a time into a partition, however many clients write to it', () => {
    expect(recordsPerSec()).toBeCloseTo(1 / 0.006, 0)
    expect(bindingOf()).toEqual(['disk-flush:events'])
    expect(explainPrediction(run())).toContain('1 / (3 syncs x 2 ms)')
  })

  it('take as many flushes at a time as a broker has threads for requests: 8 by default', () => {
    const many = { partitions: 16 }
    expect(recordsPerSec({ topic: many })).toBeCloseTo(8 / 0.006, 0)
    expect(bindingOf({ topic: many })).toEqual(['disk-flush'])
    expect(recordsPerSec({ topic: many, deployment: { ioThreads: 2 } })).toBeCloseTo(2 / 0.006, 0)
    expect(recordsPerSec({ topic: many, deployment: { size: 2 } })).toBeCloseTo(16 / 0.006, 0)
  })

  it('flush the fullest partition no more often because waiting fills the batches of another producer', () => {
    const scenario = smallScenario({
      topic: { partitions: 20, replicationFactor: 1, flushMessages: 10 },
      producer: {
        peakRecordsPerSec: 2000,
        recordValueBytes: 20_000,
        batchBytes: 1,
        keys: { kind: 'uniform', distinct: 1 },
      },
      group: null,
      deployment: { offering: hosts.id, size: 1, host: { cores: 64 }, asOf: undefined, diskSyncMs: 2 },
    })
    const [large] = scenario.workload.producers
    if (large === undefined) throw new Error('the scenario has a producer')
    const small = { ...large, name: 'small', recordValueBytes: 50, batchBytes: 1_000_000, lingerMs: 0 }
    const producers = [large, { ...small, peakRecordsPerSec: 20_000, keys: { kind: 'none' as const } }]
    const { growth, headroom } = solve({ ...scenario, workload: { ...scenario.workload, producers } }, hosts)
    expect(headroom.binding.map(({ id }) => id)).toEqual(['disk-flush:events'])
    expect(headroom.factor).toBeGreaterThanOrEqual(growth.factor)
    // All of 2,000 records/s, a twentieth of 20,000, every tenth flushed for 6 ms.
    expect(headroom.factor).toBeCloseTo(1 / ((2000 + 20_000 / 20) / 10 / (1 / 0.006)), 9)
  })

  it('make a request wait for one flush, or for two if followers flush after the leader', () => {
    const timeOf = (change: Change) => {
      const alone = { clients: 1, ...change.producer }
      const pipelineOf = (flushMessages: number | undefined) => {
        const { constraints } = run({ ...change, producer: alone, topic: { ...change.topic, flushMessages } })
        return 1000 / (constraints.find(({ dimension }) => dimension === 'producer-pipeline')?.capacity ?? 0)
      }
      return pipelineOf(1) - pipelineOf(undefined)
    }
    const three = { topic: { replicationFactor: 3 }, deployment: { size: 3 } }
    expect(timeOf({})).toBeCloseTo(6, 6)
    expect(timeOf({ ...three, producer: { acks: '1' } })).toBeCloseTo(6, 6)
    expect(timeOf(three)).toBeCloseTo(12, 6)
  })

  it('pay for a flush once per batch, and only every few batches if flush.messages is larger', () => {
    const tenPerBatch = { batchBytes: 10_300 }
    expect(recordsPerSec({ producer: tenPerBatch })).toBeCloseTo(10 / 0.006, -1)
    expect(recordsPerSec({ topic: { flushMessages: 20 }, producer: tenPerBatch })).toBeCloseTo(20 / 0.006, -1)
    expect(recordsPerSec({ topic: { flushMessages: 5 }, producer: tenPerBatch })).toBeCloseTo(10 / 0.006, -1)
  })

  it('need the time of a sync: the model has one for solid-state disks, and says so', () => {
    const assumed = run({ deployment: { diskSyncMs: undefined } })
    expect(assumed.capacity.recordsPerSec).toBeCloseTo(1 / 0.003, 0)
    const assumption = assumed.assumptions.find(({ id }) => id === 'disk-flush')
    expect(assumption?.field).toBe('deployment.diskSyncMs')
    expect(run().assumptions.map(({ id }) => id)).not.toContain('disk-flush')
    const service = predict(smallScenario({ topic: { flushMessages: 1 } }), dedicated)
    expect(service.assumptions.find(({ id }) => id === 'disk-flush')?.text).toContain('is not published')
  })

  it('are not limited without flush.messages, whatever the disk', () => {
    const without = { topic: { flushMessages: undefined } }
    expect(run(without).constraints.filter(({ dimension }) => dimension === 'disk-flush')).toEqual([])
    expect(recordsPerSec(without)).toBe(recordsPerSec({ ...without, deployment: { diskSyncMs: 100 } }))
  })
})
