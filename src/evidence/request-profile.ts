/**
 * Compares a run's requests per record with the prediction for the workload, to see whether the run's clients loaded the
 * brokers with as many requests as the workload's clients would.
 */
import type { Prediction } from '../contracts/prediction.ts'
import type { Result } from '../contracts/result.ts'

/** If requests per record differ from the prediction by more than this factor, the run was of another workload. */
export const maxRequestRatio = 1.5

/**
 * Produce requests per record, measured / predicted; null if one of them is not known.
 *
 * A run counts only produce requests, so predicted fetch requests are left out. Both sides are per record, so a run at
 * another rate than predicted does not look like one with another request profile.
 */
export function requestProfileRatio(prediction: Prediction, result: Result): number | null {
  const { produceRequestsPerSec, achievable } = prediction
  const recordsPerSec = (result.steady?.recordsPerSec.mean ?? result.wholeRun.recordsPerSec) || null
  const predictedRecordsPerSec = achievable.recordsPerSec.likely || null
  if (!produceRequestsPerSec || recordsPerSec === null || predictedRecordsPerSec === null) return null
  return result.requestsPerSec / recordsPerSec / (produceRequestsPerSec / predictedRecordsPerSec)
}

/** True if requests are limited and the run sent far more or far fewer per record than the workload's clients would. */
export function isRequestProfileUnlike({ constraints }: Prediction, ratio: number): boolean {
  const isUnlike = ratio > maxRequestRatio || ratio * maxRequestRatio < 1
  return isUnlike && constraints.some(({ dimension }) => dimension === 'requests')
}
