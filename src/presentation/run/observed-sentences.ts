/**
 * Sentences on what a run observed besides its records: groups that started late, more payload read than bytes received,
 * connections, and the brokers' use of their hosts.
 */
import type { Result } from '../../contracts/result.ts'
import { type PrometheusFigureName, prometheusFigureNames } from '../../contracts/sample.ts'
import type { Overlay } from '../../contracts/verdict.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatCount } from '../../units/count.ts'
import { formatDuration, formatMicroseconds } from '../../units/duration.ts'
import { significantDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { formatRecordRate } from '../../units/record-rate.ts'

/** Observations of a run besides its records. */
type Observed = Partial<Pick<Result, 'steady' | 'catchUps' | 'connections' | 'brokers' | 'prometheus'>>

/** At most this many groups and kinds of errors are named; other groups are counted. */
const maxNamed = 3

/**
 * One or more sentences per kind of observation. Empty if nothing was observed.
 * @param overlay holds the deployment's limits on connections; null without a prediction
 */
export function observedSentences(
  { steady = null, catchUps = [], connections, brokers = [], prometheus }: Observed,
  overlay: Pick<Overlay, 'countedLimits'> | null,
): string[] {
  const rest = catchUps.length - maxNamed
  return [
    ...catchUps.slice(0, maxNamed).map(catchUpSentence),
    ...(rest > 0 ? [`And ${formatCount(rest)} more groups that started late.`] : []),
    ...(steady === null ? [] : earlyBytesSentences(steady)),
    ...(connections === undefined ? [] : connectionSentences(connections)),
    ...(overlay?.countedLimits ?? []).map(limitSentence),
    ...brokers.map(brokerSentence),
    ...(prometheus === undefined ? [] : [prometheusSentence(prometheus)]),
  ]
}

/**
 * Explains a payload that was read above the bytes that were received, which is no contradiction (docs/decisions/wire-bytes.md).
 * Compressed records have more payload than bytes in both directions, so nothing is said of them.
 */
function earlyBytesSentences(steady: NonNullable<Result['steady']>): string[] {
  const isCompressed = steady.ingressPayloadBytesPerSec.mean > steady.ingressWireBytesPerSec.mean
  if (isCompressed || steady.egressPayloadBytesPerSec.mean <= steady.egressWireBytesPerSec.mean) return []
  return [
    'More payload was read than bytes were received: bytes count when a client receives them, payload when it reads the records, which may be seconds later. A longer run evens this out.',
  ]
}

function catchUpSentence(group: NonNullable<Result['catchUps']>[number]): string {
  const { recordsPerSec, payloadBytesPerSec, tookMs } = group
  const began = `${group.groupId} started ${formatDuration(group.startDelayMs)} into the load with a lag of ${formatCount(group.backlogRecords)} records`
  if (recordsPerSec === null || payloadBytesPerSec === null) return `${began} and read nothing.`
  const rate = `${formatRecordRate(recordsPerSec)} (${formatByteRate(payloadBytesPerSec)} payload)`
  if (tookMs === null) return `${began}, read ${rate} and did not catch up before the run ended.`
  return `${began}, and caught up in ${formatDuration(tookMs)} at ${rate}, including what was written meanwhile.`
}

function connectionSentences(seen: NonNullable<Result['connections']>): string[] {
  const idleSentences =
    seen.wantedHeld === 0
      ? []
      : [
          `Of ${formatCount(seen.wantedHeld)} idle connections, ${formatCount(Math.round(seen.openMean))} were open on average and at least ${formatCount(seen.openLeast)} at any time, including those being opened.`,
        ]
  const latency = seen.attemptLatency
  const latencyText =
    latency === null
      ? ''
      : `, answered in ${formatMicroseconds(latency.p50Us)} (median), ${formatMicroseconds(latency.p99Us)} (p99)`
  const attemptSentences =
    seen.wantedAttemptsPerSec === 0
      ? []
      : [
          `${significantDigits(seen.takenAttemptsPerSec)} of ${significantDigits(seen.wantedAttemptsPerSec)} new connections per second were accepted${latencyText}; ${formatCount(seen.failedAttempts)} failed.`,
        ]
  const errors = Object.entries(seen.errors).sort(([, left], [, right]) => right - left)
  const named = errors.slice(0, maxNamed).map(([name, count]) => `${name} ${formatCount(count)} times`)
  return [
    ...idleSentences,
    ...attemptSentences,
    ...(named.length === 0 ? [] : [`Connections failed with ${named.join(', ')}.`]),
  ]
}

function limitSentence({
  dimension,
  measured,
  limit,
  isEnforced,
}: NonNullable<Overlay['countedLimits']>[number]): string {
  const measuredText =
    dimension === 'connections'
      ? `${formatCount(Math.round(measured))} connections, including those of the run's clients,`
      : `${significantDigits(measured)} new connections per second`
  const share = limit > 0 ? ` (${formatPercent(measured / limit)})` : ''
  const target = isEnforced ? 'this target enforces it' : 'this target does not enforce it'
  return `${measuredText} against the deployment's limit of ${significantDigits(limit)}${share}; ${target}.`
}

function brokerSentence(cost: NonNullable<Result['brokers']>[number]): string {
  const cpu = `${significantDigits(cost.cpuCoresMean)} cores (${significantDigits(cost.cpuCoresMax)} at most)`
  const { heapUsedBytesMax, heapBytesMax } = cost
  const heap =
    heapUsedBytesMax === null || heapBytesMax === null
      ? ''
      : `, heap of ${formatBytes(heapUsedBytesMax)} live after collections (${formatBytes(heapBytesMax)} allocated)`
  const rates = [
    rateText(cost.readBytesPerSec, 'read'),
    rateText(cost.writtenBytesPerSec, 'written by sockets and files together'),
    rateText(cost.diskReadBytesPerSec, 'from disk'),
    rateText(cost.diskWrittenBytesPerSec, 'to disk'),
  ].flat()
  const traffic = rates.length === 0 ? '' : `; ${rates.join(', ')}`
  return `Broker ${cost.brokerId}: ${cpu}, ${formatBytes(cost.residentBytesMax)} of memory${heap}${traffic}.`
}

function rateText(bytesPerSec: number | null, what: string): string[] {
  return bytesPerSec === null ? [] : [`${formatByteRate(bytesPerSec)} ${what}`]
}

/** Words after a figure of the brokers. Request times and idle threads have none: the diagnosis lists them as evidence. */
const figureWords: Readonly<Partial<Record<PrometheusFigureName, string>>> = {
  cpuCores: 'cores',
  heapUsedBytes: 'of heap',
  networkReceivedBytesPerSec: 'received',
  networkSentBytesPerSec: 'sent',
  diskReadBytesPerSec: 'from disk',
  diskWrittenBytesPerSec: 'to disk',
  kafkaBytesInPerSec: 'into topics',
  kafkaBytesOutPerSec: 'out of topics',
}

function prometheusSentence({
  readings,
  failedReadings,
  lastError,
  figures,
}: NonNullable<Result['prometheus']>): string {
  const failed =
    failedReadings === 0
      ? ''
      : ` ${formatCount(failedReadings)} of ${formatCount(readings)} readings failed: ${lastError ?? ''}`
  const figureTexts = prometheusFigureNames.flatMap((name) => {
    const value = figures[name]
    if (value === undefined || figureWords[name] === undefined) return []
    const show = name === 'cpuCores' ? significantDigits : name.endsWith('PerSec') ? formatByteRate : formatBytes
    return [`${show(value.mean)} ${figureWords[name]} (${show(value.max)} at most)`]
  })
  if (figureTexts.length === 0) return `The Prometheus endpoint reported no figure of the brokers.${failed}`
  return `The Prometheus endpoint reported, as means over the load: ${figureTexts.join(', ')}.${failed}`
}
