/**
 * Checks whether the load's own client (librdkafka) can reach the cluster, and how long a round trip takes.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import { counted } from '../../units/count.ts'
import type { ReachedCluster } from '../worker/reach-cluster.ts'
import { failed, passed, warned } from './make-check.ts'

/** If the median is at least this long, the check warns. The value is a rule of thumb. */
const slowRoundTripMs = 100

/** Measures the round trips. Never rejects. */
export async function checkRoundTrip(reach: () => Promise<ReachedCluster>): Promise<PreflightCheck> {
  try {
    return judgeRoundTrips(await reach())
  } catch (error) {
    const { message, remedy } = AppError.from(error)
    return failed('round-trip', message, remedy)
  }
}

/** Judges measured round trips. Warns if their median is too long. */
export function judgeRoundTrips({ brokers, roundTripsMs }: ReachedCluster): PreflightCheck {
  const sorted = [...roundTripsMs].sort((left, right) => left - right)
  const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0
  const seen = counted(brokers, 'broker')
  const detail = `librdkafka sees ${seen}; ${medianMs.toFixed(1)} ms for a small request (median of ${sorted.length}).`
  if (medianMs < slowRoundTripMs) return passed('round-trip', detail)
  const remedy =
    'Run the load closer to the cluster: with long round trips, the requests in flight limit a producer’s rate.'
  return warned('round-trip', detail, remedy)
}
