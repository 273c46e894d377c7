/**
 * Evidence that a limit was reached (throttling), and evidence that none was reached.
 */
import { formatPercent } from '../units/ratio.ts'
import type { LoadFacts } from './verdict/facts.ts'

/** How much the brokers throttled producers or consumers, whichever was throttled more. */
export interface Throttled {
  /** Share of the load's seconds in which they were throttled. */
  readonly fraction: number
  /** A clause such as "the brokers throttled the producers in 93 % of the seconds". */
  readonly text: string
}

/** The throttling of a load; null if no client was throttled, or throttling is not known. */
export function throttledOf({ result }: LoadFacts): Throttled | null {
  const { producerSecondsFraction = 0, consumerSecondsFraction = 0 } = result.throttle ?? {}
  const fraction = Math.max(producerSecondsFraction, consumerSecondsFraction)
  if (fraction === 0) return null
  const clients = producerSecondsFraction === fraction ? 'producers' : 'consumers'
  return { fraction, text: `the brokers throttled the ${clients} in ${formatPercent(fraction)} of the seconds` }
}

/** True if the offered load was met, no client was throttled, and every group read all records. */
export function isLimitUntouched(facts: LoadFacts): boolean {
  const { diagnosis, throttle, accounting } = facts.result
  if (diagnosis.limiter !== 'nothing' || throttle === undefined || accounting === undefined) return false
  const isAllRead = accounting.groups.every(({ lostRecords, unreadRecords }) => lostRecords + unreadRecords === 0)
  return throttledOf(facts) === null && isAllRead
}
