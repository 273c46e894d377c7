/**
 * Compares the run's requests per record with those predicted for the workload: did the run's clients load the brokers
 * with as many requests as the workload's clients would?
 */
import type { Prediction } from '../contracts/prediction.ts'
import type { Result } from '../contracts/result.ts'

/** A run with more than this factor of the predicted requests, or less than its inverse, is another workload. */
const maxRequestRatio = 1.5

/**
 * Produce requests per record, measured / predicted; null if one of them is not known.
 *
 * A run counts produce requests only, so predicted fetch requests are left out. Both sides are per record, so that a run
 * with another rate than predicted does not look like one with another profile.
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
