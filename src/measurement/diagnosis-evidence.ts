/**
 * The evidence of a diagnosis, as labels and formatted values.
 */
import type { Diagnosis, Resent } from '../contracts/result.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration, formatMicroseconds } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import type { LimiterSigns } from './limiter-signs.ts'

type Evidence = Diagnosis['evidence'][number]

/** Findings that do not affect which limiter is named. They are listed after the signs of limiters. */
export interface RunFindings {
  /** Number of latency histograms that could not be read. Default: 0. */
  readonly unreadableHistograms?: number
  /** Records that clients sent more than once; null if unknown. */
  readonly resent?: Resent | null
}

/** At most this many error codes are listed, the most frequent ones. */
const maxListedErrors = 3

/** All signs that were checked, including those that rule a limiter out. */
export function listEvidence(
  signs: LimiterSigns,
  { unreadableHistograms = 0, resent = null }: RunFindings,
): Evidence[] {
  return [
    { label: 'Acknowledged share of the offered records', value: formatPercentDown(signs.ackedRatio) },
    ...optional('Read share of the written records (slowest group)', signs.readRatio, formatPercentDown),
    { label: 'Seconds with throttled producers', value: formatPercent(signs.producerThrottledFraction) },
    { label: 'Seconds with throttled consumers', value: formatPercent(signs.consumerThrottledFraction) },
    {
      label: 'Longest throttle',
      value: signs.maxThrottleMs === 0 ? 'none' : formatDuration(signs.maxThrottleMs),
    },
    { label: 'Busiest producer worker', value: `${groupDigits(signs.producerCpuCores, 2)} cores` },
    { label: 'Busiest consumer worker', value: `${groupDigits(signs.consumerCpuCores, 2)} cores` },
    ...optional('CPU utilisation of the machine', signs.hostCpuMean, formatPercent),
    { label: 'Event loop pause of producers (mean per second)', value: formatDuration(signs.producerLoopLagMs) },
    { label: 'Retries on a full send queue', value: groupDigits(signs.queueFullRetries) },
    ...optional('Typical round trip (mean of medians)', signs.roundTripUs, formatMicroseconds),
    ...optional(
      'Hottest partition against an even share',
      signs.partitionSkew,
      (skew) => `${groupDigits(skew, 2)} times`,
    ),
    ...optional(
      'Records of synchronous senders against the schedule',
      signs.closedLoop,
      ({ senders, metRatio }) => `${formatPercentDown(metRatio)} by ${groupDigits(senders)} senders`,
    ),
    ...stoppedWritesEvidence(signs),
    ...brokerEvidence(signs),
    ...resentEvidence(resent),
    ...signs.errors
      .slice(0, maxListedErrors)
      .map(([code, count]) => ({ label: `Error ${code}`, value: `${groupDigits(count)} times` })),
    ...(unreadableHistograms === 0
      ? []
      : [{ label: 'Latency histograms that could not be read', value: groupDigits(unreadableHistograms) }]),
  ]
}

/** Evidence about stopped writes, if there were any. */
function stoppedWritesEvidence({ stoppedWrites: stopped }: LimiterSigns): Evidence[] {
  const seconds: readonly (readonly [string, number])[] = [
    ['Seconds without any acknowledgement', stopped.silentSeconds],
    ['Seconds with partitions below min ISR', stopped.belowMinIsrSeconds],
    ['Seconds with partitions without a leader', stopped.leaderlessSeconds],
    ['Seconds without a topic of the run', stopped.topiclessSeconds],
    ['Seconds in which no broker reported its partitions', stopped.unansweredSeconds],
  ]
  return seconds.flatMap(([label, count]) => (count === 0 ? [] : [{ label, value: groupDigits(count) }]))
}

/** The brokers' metrics. A field is left out if they did not report it. */
function brokerEvidence({ brokers }: LimiterSigns): Evidence[] {
  if (brokers === null) return []
  return [
    ...optional('Time with a request at the broker, per connection', brokers.connectionShare, formatPercent),
    ...optional('Produce request at the brokers (mean)', brokers.produceMs, formatDuration),
    ...optional('Idle request handlers (busiest broker)', brokers.handlerIdleRatio, formatPercent),
    ...optional('Idle network threads (busiest broker)', brokers.networkThreadIdleRatio, formatPercent),
  ]
}

function resentEvidence(resent: Resent | null): Evidence[] {
  if (resent === null || resent.records === 0) return []
  const value = `${formatCount(resent.records)} records, ${formatBytes(resent.wireBytes)}`
  return [{ label: 'Sent again over the whole run (not part of any rate)', value }]
}

function optional<T>(label: string, value: T | null, format: (value: T) => string): Evidence[] {
  return value === null ? [] : [{ label, value: format(value) }]
}

/**
 * Percent with one decimal, because 99.4 % does not count as met and 99.6 % does. Rounded down, so that 99.96 % is not
 * shown as 100 %.
 */
export function formatPercentDown(ratio: number): string {
  return `${groupDigits(Math.floor(ratio * 1000) / 10, 1)} %`
}
