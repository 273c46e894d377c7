/** Stored runs on a cluster of the user's, with what they measured. */
import { fixedFieldsOfImport, type ImportedRecord, type MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { withResult } from '../../../src/workbench/validation/run-end.ts'
import { exampleSample, runningRecord } from '../workbench/example-run.ts'

interface RunChange {
  readonly size?: number
  readonly limitReached?: boolean
  readonly target?: Partial<MeasuredRecord['target']>
  readonly offering?: string
}

/**
 * A run that offered far more than the deployment takes, as of 2026-03, and was held at a steady wire ingress.
 *
 * Its result is computed from samples; only the steady rate, its limit and its target are set afterwards.
 */
export function serviceRun(id: string, ingressWireBytesPerSec: number, change: RunChange = {}): MeasuredRecord {
  const running = runningRecord(id)
  const samples = Array.from({ length: 110 }, (_, second) => exampleSample(running, second))
  const record = withResult({ ...running, status: 'complete', endReason: 'plan-complete' }, samples)
  const { result, overlay, scenario } = record
  if (result?.steady == null || overlay === null) throw new Error('the example run has no steady window')
  const [producer] = scenario.workload.producers
  if (producer === undefined) throw new Error('the example has no producer')
  const { limitReached = true, size = 1, target = {}, offering = scenario.deployment.offering } = change
  const rate = { ...result.steady.ingressWireBytesPerSec, mean: ingressWireBytesPerSec }
  return {
    ...record,
    scenario: {
      ...scenario,
      workload: {
        ...scenario.workload,
        topics: scenario.workload.topics.map((topic) => ({ ...topic, partitions: 400 })),
        producers: [{ ...producer, clients: 40, peakRecordsPerSec: 2_000_000, keys: { kind: 'none' } }],
      },
      deployment: { offering, size, asOf: '2026-03' },
    },
    target: {
      ...record.target,
      kind: 'connection',
      label: 'staging',
      isDeclaredCapacity: false,
      scale: 1,
      brokers: null,
      quotas: null,
      ...target,
    },
    result: { ...result, steady: { ...result.steady, ingressWireBytesPerSec: rate } },
    overlay: { ...overlay, limitReached, marks: [] },
  }
}

/** The same run, as if another tool had measured it and printed its payload alone. */
export function importedServiceRun(id: string, ingressPayloadBytesPerSec: number): ImportedRecord {
  const { scenario, offering, prediction, overlay } = serviceRun(id, 1)
  const figures = {
    ingressWireBytesPerSec: null,
    ingressPayloadBytesPerSec,
    egressWireBytesPerSec: null,
    egressPayloadBytesPerSec: null,
    recordsPerSec: null,
  }
  return {
    ...fixedFieldsOfImport,
    id,
    createdAtEpochMs: 1_000,
    status: 'complete',
    name: 'Imported',
    label: 'imported from a test',
    observations: {
      kind: 'outputs',
      files: [],
      repeats: [{ parts: [], figures }],
      ...{ figures, intervals: null, windows: null, toolVersion: null },
    },
    notes: [],
    scenario,
    offering,
    prediction,
    overlay,
  }
}
