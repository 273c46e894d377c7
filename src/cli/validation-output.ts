/**
 * Formats the JSON output of `validate`.
 */
import type { AppErrorData } from '../contracts/app-error.ts'
import type { MeasuredRecord } from '../contracts/run-record.ts'
import { printedError } from './print-error.ts'

/** Returns the object of `validate --json`, with the verdict first and then the data that it is based on. */
export function validationObject(record: MeasuredRecord, reports: readonly string[], error: AppErrorData | null) {
  const { overlay, result } = record
  return {
    runId: record.id,
    status: record.status,
    endReason: record.endReason,
    endDetail: record.endDetail,
    verdict: overlay?.verdict ?? 'not-proven',
    reasonCode: overlay?.reasonCode ?? null,
    ruleVersion: overlay?.ruleVersion ?? null,
    reason: overlay?.reason ?? record.endDetail ?? 'Nothing was measured.',
    limitReached: overlay?.limitReached ?? false,
    marks: overlay?.marks ?? [],
    comparisons: overlay?.comparisons ?? [],
    target: record.target,
    steady: result?.steady ?? null,
    steadyWindow: result?.steadyWindow ?? null,
    wholeRun: result?.wholeRun ?? null,
    ackedRatio: result?.ackedRatio ?? null,
    latency: result?.latency ?? null,
    accounting: result?.accounting ?? null,
    diagnosis: result?.diagnosis ?? null,
    throttle: result?.throttle ?? null,
    client: result?.client ?? null,
    requestsPerSec: result?.requestsPerSec ?? null,
    preflight: record.preflight,
    cleanUp: record.cleanUp,
    environment: record.environment,
    prediction: record.prediction,
    scenario: record.scenario,
    reports,
    ...(error === null ? {} : { error: printedError(error) }),
  }
}
