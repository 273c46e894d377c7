/**
 * The evidence of a diagnosis as labels and values for users.
 */
import type { Diagnosis, Resent } from '../contracts/result.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration, formatMicroseconds } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import type { LimiterSigns } from './limiter-signs.ts'

type Evidence = Diagnosis['evidence'][number]

/** Findings that are reported beside the signs of a limiter; each is left out if there is none. */
export interface EvidenceBeside {
  readonly unreadableHistograms?: number
  readonly resent?: Resent | null
}

/** How many error codes are listed. */
const longestErrorList = 3

/** All signs that were checked, also those that rule a limiter out. */
export function listEvidence(
  seen: LimiterSigns,
  { unreadableHistograms = 0, resent = null }: EvidenceBeside,
): Evidence[] {
  return [
    { label: 'Acknowledged share of the offered records', value: tenth(seen.ackedRatio) },
    ...optional('Read share of the written records (slowest group)', seen.readRatio, tenth),
    { label: 'Seconds with throttled producers', value: formatPercent(seen.producerThrottledFraction) },
    { label: 'Seconds with throttled consumers', value: formatPercent(seen.consumerThrottledFraction) },
    {
      label: 'Longest throttle',
      value: seen.largestThrottleMs === 0 ? 'none' : formatDuration(seen.largestThrottleMs),
    },
    { label: 'Busiest producer worker', value: `${groupDigits(seen.producerCpuCores, 2)} cores` },
    { label: 'Busiest consumer worker', value: `${groupDigits(seen.consumerCpuCores, 2)} cores` },
    ...optional('CPU utilisation of the machine', seen.hostCpuMean, formatPercent),
    { label: 'Event loop pause of producers (mean per second)', value: formatDuration(seen.producerLoopLagMs) },
    { label: 'Retries on a full send queue', value: groupDigits(seen.queueFullRetries) },
    ...optional('Typical round trip (mean of medians)', seen.roundTripUs, formatMicroseconds),
    ...optional(
      'Hottest partition against an even share',
      seen.partitionSkew,
      (skew) => `${groupDigits(skew, 2)} times`,
    ),
    ...optional(
      'Records of synchronous senders against the schedule',
      seen.closedLoop,
      ({ senders, metRatio }) => `${tenth(metRatio)} by ${groupDigits(senders)} senders`,
    ),
    ...stoppedWrites(seen),
    ...sentAgain(resent),
    ...seen.errors
      .slice(0, longestErrorList)
      .map(([code, count]) => ({ label: `Error ${code}`, value: `${groupDigits(count)} times` })),
    ...(unreadableHistograms === 0
      ? []
      : [{ label: 'Latency histograms that could not be read', value: groupDigits(unreadableHistograms) }]),
  ]
}

/** Evidence about stopped writes, if there were any. */
function stoppedWrites({ stoppedWrites: stopped }: LimiterSigns): Evidence[] {
  const seconds: readonly (readonly [string, number])[] = [
    ['Seconds without any acknowledgement', stopped.silentSeconds],
    ['Seconds with partitions below min ISR', stopped.belowMinIsrSeconds],
    ['Seconds with partitions without a leader', stopped.leaderlessSeconds],
    ['Seconds in which no broker reported its partitions', stopped.unansweredSeconds],
  ]
  return seconds.flatMap(([label, count]) => (count === 0 ? [] : [{ label, value: groupDigits(count) }]))
}

function sentAgain(resent: Resent | null): Evidence[] {
  if (resent === null || resent.records === 0) return []
  const value = `${formatCount(resent.records)} records, ${formatBytes(resent.wireBytes)}`
  return [{ label: 'Sent again over the whole run (not part of any rate)', value }]
}

function optional<T>(label: string, value: T | null, format: (value: T) => string): Evidence[] {
  return value === null ? [] : [{ label, value: format(value) }]
}

/** Percent with one decimal, because 99.4 % does not count as met and 99.6 % does. */
function tenth(ratio: number): string {
  return `${groupDigits(Math.floor(ratio * 1000) / 10, 1)} %`
}
