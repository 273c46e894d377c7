/**
 * What a run of a published benchmark leaves beyond the result of any campaign's step.
 */
import type { Campaign, StepResult } from '../../contracts/campaign.ts'
import type { RunRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { adviceOf } from '../../evidence/run-advice.ts'
import { brokerCpuCores } from '../../measurement/broker-cost.ts'
import { clientLines } from '../../measurement/client-lines.ts'

/** How results of the short profile are called, wherever they appear. */
export const smokeLabel = 'smoke: shape only'

/** The result with the advice and the clients' lines; of the short profile without a verdict. */
export function benchmarkResult(
  { benchmark, isUnlimited }: Campaign,
  result: StepResult,
  run: { readonly record: RunRecord; readonly samples: readonly Sample[] },
): StepResult {
  if (benchmark === undefined) return result
  const { record, samples } = run
  const advised = {
    ...result,
    // Flat-out writers offer more than anything takes: what held the rate is the finding, not a fault.
    advice: isUnlimited === true ? [] : adviceOf(record, samples),
    brokerCpuCores: brokerCpuCores(record.plan, samples),
    errorFraction: errorFractionOf(record),
  }
  const told = benchmark.printsClients === true ? { ...advised, clients: clientLines(record.plan, samples) } : advised
  if (benchmark.profile === 'full') return told
  return { ...told, verdict: null, reason: `No verdict: ${smokeLabel}.` }
}

function errorFractionOf({ result }: RunRecord): number {
  if (result === null || result.accounting.acceptedRecords === 0) return 0
  const { acceptedRecords, rejectedRecords, unknownRecords } = result.accounting
  return Math.min(1, (rejectedRecords + unknownRecords) / acceptedRecords)
}
