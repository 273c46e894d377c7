/**
 * What a run of a published benchmark leaves beyond the result of any campaign's step.
 */
import type { Campaign, StepResult } from '../../contracts/campaign.ts'
import type { RunRecord } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { adviceOf } from '../../evidence/run-advice.ts'
import { clientLines } from '../../measurement/client-lines.ts'

/** How results of the short profile are called, wherever they appear. */
export const smokeLabel = 'smoke: shape only'

/** The result with the advice and the clients' lines; of the short profile without a verdict. */
export function benchmarkResult(
  { benchmark }: Campaign,
  result: StepResult,
  run: { readonly record: RunRecord; readonly samples: readonly Sample[] },
): StepResult {
  if (benchmark === undefined) return result
  const { record, samples } = run
  const advised = { ...result, advice: adviceOf(record, samples) }
  const told = benchmark.printsClients === true ? { ...advised, clients: clientLines(record.plan, samples) } : advised
  if (benchmark.profile === 'full') return told
  return { ...told, verdict: null, reason: `No verdict: ${smokeLabel}.` }
}
