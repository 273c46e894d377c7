import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { planRecords, recordNotes } from '../../../src/planning/planned-records.ts'
import { shippedOffering, smallScenario } from './known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

/** Three brokers, one partition led by each; 30,000 records/s of 100 bytes in three copies, one record a batch. */
function sending(messageFormat?: 'v0' | 'v1') {
  return smallScenario({
    topic: { partitions: 3, replicationFactor: 3 },
    producer: {
      peakRecordsPerSec: 30_000,
      recordValueBytes: 100,
      lingerMs: 0,
      batchBytes: 1,
      ...(messageFormat === undefined ? {} : { messageFormat }),
    },
    workload: { clientPortBytesPerSec: 125_000_000 },
    deployment: { offering: hosts.id, size: 3, tier: 'm5.2xlarge' },
  })
}

function demands(messageFormat?: 'v0' | 'v1') {
  const { models, offered } = solve(sending(messageFormat), hosts)
  const demandOf = (id: string) => models.find((model) => model.id === id)?.demandAt(offered) ?? Number.NaN
  return { ...offered.broker, port: demandOf('producer-client-port:0:producer') }
}

describe('a client older than Kafka 0.11', () => {
  it('sends 26 or 34 bytes of framing per record, and brokers store converted records', () => {
    // A third of 30,000 records/s is led, two thirds followed as 61 + 107 stored bytes each.
    const today = demands()
    const stored = (today.writtenBytesPerSec ?? 0) / 30_000
    for (const [format, around] of [
      ['v0', 26],
      ['v1', 34],
    ] as const) {
      const old = demands(format)
      expect(old.writtenBytesPerSec).toBe(today.writtenBytesPerSec)
      expect(old.outBytesPerSec).toBe(today.outBytesPerSec)
      expect(old.inBytesPerSec).toBeCloseTo(10_000 * (100 + around) + 20_000 * stored, 3)
      expect(old.port).toBeCloseTo(30_000 * (100 + around), 3)
    }
    expect(today.inBytesPerSec).toBe(today.writtenBytesPerSec)
  })

  it('is named in the prediction and in the notes of a run', () => {
    const scenario = sending('v0')
    const texts = predict(scenario, hosts).assumptions.map(({ text }) => text)
    expect(texts.join()).toContain('come in message format v0')
    const [producer] = scenario.workload.producers
    if (producer === undefined) throw new Error('no producer')
    expect(recordNotes(producer, planRecords(producer, 3))).toContain(
      '"producer" sends message format v0 in the scenario; a run sends the current one, v2.',
    )
  })
})
