/**
 * Did the run's clients load the brokers with requests as the workload's clients would?
 */
import type { Prediction } from '../contracts/prediction.ts'
import type { Result } from '../contracts/result.ts'

/** Ratio of requests, either way, beyond which a run stands for another workload. */
const likeRequestProfileFactor = 1.5

/**
 * Produce requests for a record, measured / predicted; null where one of them is not known.
 *
 * Like with like: a run counts produce requests, so fetch requests stay out of the predicted side; and both sides are
 * taken a record, so that a run below or above the predicted rate is not taken for another profile.
 */
export function requestProfileRatio(prediction: Prediction, result: Result): number | null {
  const { produceRequestsPerSec, achievable } = prediction
  const recordsPerSec = (result.steady?.recordsPerSec.mean ?? result.wholeRun.recordsPerSec) || null
  const predictedRecordsPerSec = achievable.recordsPerSec.likely || null
  if (!produceRequestsPerSec || recordsPerSec === null || predictedRecordsPerSec === null) return null
  return result.requestsPerSec / recordsPerSec / (produceRequestsPerSec / predictedRecordsPerSec)
}

/** True where requests are limited and the run's clients sent far more or fewer of them than the workload's would. */
export function isRequestProfileUnlike(prediction: Prediction, ratio: number | null): boolean {
  if (ratio === null || !prediction.constraints.some(({ dimension }) => dimension === 'requests')) return false
  return ratio > likeRequestProfileFactor || ratio * likeRequestProfileFactor < 1
}
