/**
 * Decides from the brokers' own metrics whether they limited the rate. If in doubt, they did not.
 * docs/decisions/limited-by-brokers.md explains the rule.
 */
import type { Diagnosis } from '../contracts/result.ts'
import { formatDuration } from '../units/duration.ts'
import { formatPercent } from '../units/ratio.ts'
import type { LimiterSigns } from './limiter-signs.ts'

/**
 * The brokers are the limit if a connection has a request at its broker for at least this share of the time. Even
 * without any other delay the rate would then be higher by a factor of at most 1 / 0.7. A rule of thumb.
 */
const busyConnectionShare = 0.7

/** Above this share, the brokers' mean time must include slower requests of other clients. A rule of thumb. */
const maxConnectionShare = 1.2

/** Brokers round times to whole ms. Below this mean the error is more than a quarter. */
const minProduceMs = 2

/** Threads that are idle for at most this share of the time are full. A rule of thumb. */
const fullThreadsIdleRatio = 0.1

type Finding = Pick<Diagnosis, 'limiter' | 'sentence'>
type SignsUsed = Pick<LimiterSigns, 'brokers' | 'queueFullRetries' | 'isUnacknowledgedGrowing'>

/** A finding if the brokers worked on the run's requests nearly all the time; null if they did not, or that is unknown. */
export function findSlowBrokers(signs: SignsUsed): Finding | null {
  const { connectionShare = null, produceMs = null } = signs.brokers ?? {}
  if (!isPilingUp(signs) || connectionShare === null || produceMs === null || produceMs < minProduceMs) return null
  if (connectionShare < busyConnectionShare || connectionShare > maxConnectionShare) return null
  const share = formatPercent(Math.min(1, connectionShare))
  return findingOf(
    `a connection had a request at its broker for ${share} of the time, each for ${formatDuration(produceMs)}`,
  )
}

/** A finding if the threads of a broker were busy nearly all the time; null if they were not, or that is unknown. */
export function findFullThreads(signs: SignsUsed): Finding | null {
  const { handlerIdleRatio = null, networkThreadIdleRatio = null } = signs.brokers ?? {}
  if (!isPilingUp(signs)) return null
  if (handlerIdleRatio !== null && handlerIdleRatio <= fullThreadsIdleRatio) {
    return findingOf(`their request handlers were idle for only ${formatPercent(handlerIdleRatio)} of the time`)
  }
  if (networkThreadIdleRatio !== null && networkThreadIdleRatio <= fullThreadsIdleRatio) {
    return findingOf(`their network threads were idle for only ${formatPercent(networkThreadIdleRatio)} of the time`)
  }
  return null
}

/** True if records wait in the clients. Otherwise the clients sent too little for any limit of the brokers. */
function isPilingUp({ queueFullRetries, isUnacknowledgedGrowing }: SignsUsed): boolean {
  return queueFullRetries > 0 || isUnacknowledgedGrowing
}

function findingOf(reason: string): Finding {
  return { limiter: 'brokers', sentence: `The brokers were the limit: ${reason}.` }
}
