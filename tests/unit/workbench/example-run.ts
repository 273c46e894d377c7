import { readFileSync } from 'node:fs'
import { offering } from '../../../src/contracts/offering.ts'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { draftValidation, type ValidationDraft } from '../../../src/workbench/validation/draft-validation.ts'
import { firstRecord } from '../../../src/workbench/validation/first-record.ts'
import { quietConsumer, quietProducer } from '../measurement/quiet-samples.ts'
import { smallScenario } from './small-scenario.ts'

/** From the repository, where tests are run: this file is also bundled into scripts that lie elsewhere. */
const modelPath = 'models/confluent-cloud-dedicated.json'

export const exampleOffering = offering.parse(JSON.parse(readFileSync(modelPath, 'utf8')))

/** What a small run on an embedded Kafka is started with. */
export function exampleDraft(runId: string): ValidationDraft {
  return draftValidation({
    runId,
    request: { scenario: smallScenario, target: { kind: 'embedded:kafka' } },
    offering: exampleOffering,
    chosen: { kind: 'embedded:kafka', notice: null },
    scale: 0.1,
    kafkaVersion: '4.3.1',
  })
}

/** A run that has begun. */
export function runningRecord(runId: string, createdAtEpochMs = 1_000): MeasuredRecord {
  const record = firstRecord(runId, exampleDraft(runId), createdAtEpochMs)
  return { ...record, status: 'running', startedAtEpochMs: createdAtEpochMs + 5_000 }
}

/** One quiet second of the example's load, everything acknowledged and read. */
export function exampleSample(record: MeasuredRecord, second: number): Sample {
  const [producer] = record.plan.producers
  const [group] = record.plan.consumerGroups
  const records = 300
  return {
    second,
    startedAtEpochMs: (record.startedAtEpochMs ?? 0) + second * 1000,
    durationMs: 1000,
    producers: [
      {
        ...quietProducer,
        producerId: producer?.id ?? '',
        offeredRecords: records,
        acceptedRecords: records,
        ackedRecords: records,
        ackedPayloadBytes: records * 1000,
        wireBytes: records * 1020,
        requests: 100,
        ackedRecordsByPartition: { 0: records },
        roundTripMedianUs: 900,
        internalLatencyP99Us: 5_000,
        recordsPerBatch: 3,
      },
    ],
    consumers: [
      {
        ...quietConsumer,
        groupId: group?.groupId ?? '',
        records,
        payloadBytes: records * 1000,
        wireBytes: records * 1020,
      },
    ],
    workers: [],
    brokers: [],
    hostCpu: null,
  }
}
