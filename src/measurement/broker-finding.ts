/**
 * Decides from the brokers' own metrics whether they limited the rate. If in doubt, they did not.
 * docs/decisions/limited-by-brokers.md explains the rule.
 */
import type { Diagnosis } from '../contracts/result.ts'
import { formatDuration } from '../units/duration.ts'
import { formatPercent } from '../units/ratio.ts'
import type { LimiterSigns } from './limiter-signs.ts'

/**
 * The brokers are the limit if, for at least this share of the time, connections have a request at a broker. Everything
 * else on a request's way can then raise the rate by a factor of at most 1 / 0.7. A rule of thumb.
 */
const busyConnectionShare = 0.7

/** A larger share cannot be the run's own requests, so others are in the mean. A rule of thumb. */
const maxConnectionShare = 1.2

/** Brokers round times to whole ms. Below this mean the error is more than a quarter. */
const minProduceMs = 2

/** Threads that are idle for at most this share of the time are full. A rule of thumb. */
const fullThreadsIdleRatio = 0.1

type Finding = Pick<Diagnosis, 'limiter' | 'sentence'>
type SignsUsed = Pick<LimiterSigns, 'brokers' | 'queueFullRetries' | 'isUnacknowledgedGrowing'>

/** The brokers worked on the requests of the run nearly all the time; null if they did not, or it is not known. */
export function findSlowBrokers(signs: SignsUsed): Finding | null {
  const { connectionShare = null, produceMs = null } = signs.brokers ?? {}
  if (!isPilingUp(signs) || connectionShare === null || produceMs === null || produceMs < minProduceMs) return null
  if (connectionShare < busyConnectionShare || connectionShare > maxConnectionShare) return null
  const share = formatPercent(Math.min(1, connectionShare))
  return findingOf(
    `a connection had a request at its broker for ${share} of the time, each for ${formatDuration(produceMs)}`,
  )
}

/** The threads of a broker were full; null if they were not, or it is not known. */
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
