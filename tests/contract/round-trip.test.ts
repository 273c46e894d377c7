import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { predict } from '../../src/capacity/predict.ts'
import { scaleScenario } from '../../src/capacity/scale-scenario.ts'
import { AppError, appErrorData } from '../../src/contracts/app-error.ts'
import { campaign, campaignStep, stepResult } from '../../src/contracts/campaign.ts'
import { connection } from '../../src/contracts/connection.ts'
import { offering } from '../../src/contracts/offering.ts'
import { check } from '../../src/contracts/parse.ts'
import { prediction } from '../../src/contracts/prediction.ts'
import { predictionContext } from '../../src/contracts/prediction-context.ts'
import { importedRunFile, measuredRunFile, runFile } from '../../src/contracts/run-file.ts'
import { runOfFile } from '../../src/contracts/run-file-conversion.ts'
import { runPlan, runPlanSummary } from '../../src/contracts/run-plan.ts'
import { importedRecord, measuredRecord, runListEntry, runRecord } from '../../src/contracts/run-record.ts'
import { controllerMessage, hostMessage } from '../../src/contracts/runner-protocol.ts'
import { sample } from '../../src/contracts/sample.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { setupStatus } from '../../src/contracts/setup-status.ts'
import { target, targetDescription } from '../../src/contracts/target.ts'
import { overlay } from '../../src/contracts/verdict.ts'
import { stepResultOf } from '../../src/evidence/step-result.ts'
import { emptyPart } from '../../src/measurement/imports/tool-output.ts'
import { nextStep } from '../../src/planning/next-step.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { embeddedQuotas } from '../../src/planning/scale.ts'
import { summarisePlan } from '../../src/planning/summarise-plan.ts'
import { dedicated, first } from '../unit/capacity/known-files.ts'
import { knownRecord } from '../unit/presentation/known-run.ts'

const scaled = scaleScenario(first, 0.1)
const { plan } = planRun(scaled, { runId: 'r1', brokers: 1 })
const quotas = embeddedQuotas(first, dedicated, { scale: 0.1, brokers: 1 })
const predicted = predict(scaled, dedicated, { capacityScale: 0.1, allowsBurst: false, brokers: 1 })

const campaignValue = {
  kind: 'headroom.campaign',
  schemaVersion: 1,
  name: 'ladder',
  scenario: first,
  method: { kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: true },
}

const environment = {
  headroomVersion: '0.1.0',
  runnerVersion: '0.1.0',
  nodeVersion: '24.0.0',
  librdkafkaVersion: '2.12.0',
  librdkafkaFeatures: ['ssl'],
  kafkaVersion: null,
  platform: 'linux',
  cpuModel: 'a processor',
  cpuCores: 2,
  memoryBytes: 4e9,
}

const oneSecond = {
  second: 0,
  startedAtEpochMs: 1_800_000_000_000,
  durationMs: 1000.2,
  producers: [
    {
      producerId: 'order-service-1',
      offeredRecords: 10,
      acceptedRecords: 10,
      ackedRecords: 9,
      rejectedRecords: 0,
      unknownRecords: 0,
      backlogRecords: 0,
      outstandingRecords: 1,
      queueFullRetries: 0,
      ackedPayloadBytes: 9000,
      wireBytes: 9500,
      requests: 1,
      ackedRecordsByPartition: { '0': 9 },
      throttleMs: 0,
      roundTripMedianUs: 400,
      internalLatencyP99Us: null,
      recordsPerBatch: 9,
      serviceHistogram: 'SGlzdG9ncmFt',
      responseHistogram: 'SGlzdG9ncmFt',
      scheduleDelayHistogram: null,
      errors: {},
    },
  ],
  consumers: [],
  workers: [],
  brokers: [],
  hostCpu: 0.5,
}

const description = {
  kind: 'embedded:kafka',
  label: 'embedded Apache Kafka, 1 broker, declared capacity',
  enforces: ['ingress', 'egress'],
  isDeclaredCapacity: true,
  scale: 0.1,
  brokers: 1,
  quotas,
}

const record = {
  kind: 'headroom.run',
  schemaVersion: 1,
  id: 'r1',
  createdAtEpochMs: 1,
  startedAtEpochMs: null,
  endedAtEpochMs: null,
  status: 'preparing',
  endReason: null,
  endDetail: null,
  scenario: scaled,
  offering: dedicated,
  target: description,
  prediction: predicted,
  plan,
  environment: null,
  preflight: null,
  cleanUp: null,
  result: null,
  overlay: null,
}

const figuresNotTold = {
  ingressWireBytesPerSec: null,
  ingressPayloadBytesPerSec: 25_994_199,
  egressWireBytesPerSec: null,
  egressPayloadBytesPerSec: null,
  recordsPerSec: null,
}

const imported = {
  kind: 'headroom.run',
  schemaVersion: 1,
  origin: 'imported',
  id: 'i1',
  createdAtEpochMs: 1,
  status: 'complete',
  name: 'AWS, host 1',
  label: 'imported from kafka-producer-perf-test',
  files: [{ name: 'producer.txt', bytes: 1, sha256: 'a'.repeat(64) }],
  repeats: [
    {
      parts: [
        {
          ...emptyPart({ tool: 'kafka-producer-perf-test', role: 'producer', file: 'producer.txt', line: 2 }),
          payloadBytesPerSec: 25_994_199,
        },
      ],
      figures: figuresNotTold,
    },
  ],
  figures: figuresNotTold,
  intervals: null,
  notes: [],
  scenario: null,
  offering: null,
  prediction: null,
  overlay: null,
}

const nouns: [string, z.ZodType, unknown][] = [
  ['an offering', offering, dedicated],
  ['a scenario', scenario, first],
  ['a prediction', prediction, predicted],
  ['a prediction context', predictionContext, { capacityScale: 0.1, allowsBurst: false, brokers: 3 }],
  ['a run plan', runPlan, plan],
  ['a summary of a run plan', runPlanSummary, summarisePlan(plan)],
  ['a campaign', campaign, campaignValue],
  ['a campaign step', campaignStep, nextStep(campaign.parse(campaignValue), [])],
  ['a step result', stepResult, stepResultOf({ stepId: 'load-1', label: 'the load', repeat: 1 }, knownRecord)],
  ['an embedded target', target, { kind: 'embedded:kafka', brokers: 3, quotas }],
  ['a description of a target', targetDescription, description],
  [
    'a connection',
    connection,
    {
      kind: 'headroom.connection',
      schemaVersion: 1,
      name: 'staging',
      bootstrapServers: ['broker-1.example:9092', '[::1]:9092'],
      tls: {},
      sasl: { mechanism: 'PLAIN', username: 'user', passwordSecret: 'staging/password' },
    },
  ],
  ['an error', appErrorData, new AppError('DISK_FULL', 'No space is left.', { remedy: 'Free some.' }).toData()],
  ['the status of the set-up', setupStatus, { isRunnerReady: true, isKafkaReady: false, isWorking: true, steps: [] }],
  ['a sample', sample, oneSecond],
  [
    'a message to the runner',
    controllerMessage,
    { type: 'prepare', plan, target: target.parse({ kind: 'embedded:kafka', brokers: 1 }), secrets: {} },
  ],
  ['a message from the runner', hostMessage, { type: 'sample', sample: oneSecond }],
  ['a greeting of the runner', hostMessage, { type: 'hello', protocolVersion: 1, environment }],
  ['the file of a run', measuredRunFile, record],
  ['the file of an imported run', importedRunFile, imported],
  ['the file of any run', runFile, imported],
  ['the file of any run that was measured', runFile, record],
  ['a run record', measuredRecord, runOfFile(runFile.parse(record))],
  ['an imported run', importedRecord, runOfFile(runFile.parse(imported))],
  ['a stored run', runRecord, runOfFile(runFile.parse(imported))],
  ['a stored run that was measured', runRecord, runOfFile(runFile.parse(record))],
  [
    'a line of a list of runs',
    runListEntry,
    {
      tags: ['before'],
      notes: 'The night before.',
      id: 'r1',
      createdAtEpochMs: 1,
      status: 'complete',
      scenarioName: 's',
      targetLabel: 't',
      verdict: 'confirmed',
      sentence: 'Confirmed.',
    },
  ],
  [
    'an overlay',
    overlay,
    {
      verdict: 'not-proven',
      reasonCode: 'too-short',
      reason: 'The run was too short.',
      limitReached: false,
      comparisons: [],
      marks: ['declared capacity', 'scaled'],
      requestProfileRatio: null,
    },
  ],
]

describe.each(nouns)('%s', (_, schema, value) => {
  it('comes back from JSON as it went in', () => {
    const parsed = schema.parse(value)
    expect(schema.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed)
  })

  it('refuses an unknown field, naming it', () => {
    const outcome = check(schema, { ...(value as object), surprise: 1 })
    expect(outcome.ok).toBe(false)
    if (!outcome.ok) expect(outcome.problems.map((each) => each.place)).toContain('surprise')
  })

  it('refuses what is not an object', () => {
    for (const wrong of [null, [], 'text', 1]) expect(schema.safeParse(wrong).success).toBe(false)
  })
})
