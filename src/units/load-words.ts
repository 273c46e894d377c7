/**
 * What a run saw beside its records, in words: groups that came late, connections, what brokers cost.
 */
import { formatByteRate } from './byte-rate.ts'
import { formatBytes } from './bytes.ts'
import { formatCount } from './count.ts'
import { formatDuration, formatMicroseconds } from './duration.ts'
import { significantDigits } from './number-text.ts'
import { formatPercent } from './ratio.ts'
import { formatRecordRate } from './record-rate.ts'

/** The parts of a result that are put into words. */
export interface SeenBeside {
  readonly catchUps?: readonly LateGroup[] | undefined
  readonly connections?: SeenConnections | undefined
  readonly brokers?: readonly BrokerCost[] | undefined
  readonly prometheus?: PrometheusFigures | undefined
}

interface BrokerCost {
  readonly brokerId: number
  readonly cpuCoresMean: number
  readonly cpuCoresMax: number
  readonly residentBytesMax: number
  readonly heapUsedBytesMax: number | null
  readonly heapBytesMax: number | null
  readonly readBytesPerSec: number | null
  readonly writtenBytesPerSec: number | null
  readonly diskReadBytesPerSec: number | null
  readonly diskWrittenBytesPerSec: number | null
}

interface PrometheusFigures {
  readonly readings: number
  readonly failedReadings: number
  readonly lastError: string | null
  readonly figures: Readonly<Partial<Record<string, { readonly mean: number; readonly max: number }>>>
}

interface LateGroup {
  readonly groupId: string
  readonly startDelayMs: number
  readonly backlogRecords: number
  readonly tookMs: number | null
  readonly recordsPerSec: number | null
  readonly payloadBytesPerSec: number | null
}

interface SeenConnections {
  readonly wantedHeld: number
  readonly wantedAttemptsPerSec: number
  readonly openMean: number
  readonly openLeast: number
  readonly takenAttemptsPerSec: number
  readonly failedAttempts: number
  readonly attemptLatency: { readonly p50Us: number; readonly p99Us: number } | null
  readonly errors: Readonly<Record<string, number>>
}

interface CountedLimit {
  readonly dimension: 'connections' | 'connection-attempts'
  readonly measured: number
  readonly limit: number
  readonly isEnforced: boolean
}

/** More groups, and more kinds of failure, are counted. */
const mostNamed = 3

/**
 * One sentence a line; none where the run had neither.
 * @param overlay what the deployment limits of it, where the run was laid on a prediction
 */
export function besideWords(
  { catchUps = [], connections, brokers = [], prometheus }: SeenBeside,
  overlay: { readonly countedLimits?: readonly CountedLimit[] | undefined } | null,
): string[] {
  const rest = catchUps.length - mostNamed
  return [
    ...catchUps.slice(0, mostNamed).map(catchUpSentence),
    ...(rest > 0 ? [`And ${formatCount(rest)} more groups that began late.`] : []),
    ...(connections === undefined ? [] : connectionSentences(connections)),
    ...(overlay?.countedLimits ?? []).map(limitSentence),
    ...brokers.map(brokerSentence),
    ...(prometheus === undefined ? [] : [prometheusSentence(prometheus)]),
  ]
}

function catchUpSentence(group: LateGroup): string {
  const { recordsPerSec, payloadBytesPerSec, tookMs } = group
  const began = `${group.groupId} began ${formatDuration(group.startDelayMs)} into the load, ${formatCount(group.backlogRecords)} records behind`
  if (recordsPerSec === null || payloadBytesPerSec === null) return `${began}, and read nothing.`
  const rate = `${formatRecordRate(recordsPerSec)} (${formatByteRate(payloadBytesPerSec)} payload)`
  if (tookMs === null) return `${began}, read ${rate} and did not catch up before the run ended.`
  return `${began}, and caught up in ${formatDuration(tookMs)} at ${rate}, what was written meanwhile included.`
}

function connectionSentences(seen: SeenConnections): string[] {
  const held =
    seen.wantedHeld === 0
      ? []
      : [
          `Of ${formatCount(seen.wantedHeld)} idle connections ${formatCount(Math.round(seen.openMean))} were open on average, ${formatCount(seen.openLeast)} at least, new ones of that moment included.`,
        ]
  const latency = seen.attemptLatency
  const answered =
    latency === null
      ? ''
      : `, answered in ${formatMicroseconds(latency.p50Us)} (median), ${formatMicroseconds(latency.p99Us)} (p99)`
  const tried =
    seen.wantedAttemptsPerSec === 0
      ? []
      : [
          `${significantDigits(seen.takenAttemptsPerSec)} of ${significantDigits(seen.wantedAttemptsPerSec)} new connections a second were taken${answered}; ${formatCount(seen.failedAttempts)} failed.`,
        ]
  const errors = Object.entries(seen.errors).sort(([, left], [, right]) => right - left)
  const named = errors.slice(0, mostNamed).map(([name, count]) => `${name} ${formatCount(count)} times`)
  return [...held, ...tried, ...(named.length === 0 ? [] : [`Connections failed by ${named.join(', ')}.`])]
}

function limitSentence({ dimension, measured, limit, isEnforced }: CountedLimit): string {
  const has =
    dimension === 'connections'
      ? `${formatCount(Math.round(measured))} connections, those of the run's clients included,`
      : `${significantDigits(measured)} new connections a second`
  const share = limit > 0 ? ` (${formatPercent(measured / limit)})` : ''
  const target = isEnforced ? 'this target enforces it' : 'this target does not enforce it'
  return `${has} stand beside the deployment's limit of ${significantDigits(limit)}${share}; ${target}.`
}

function brokerSentence(cost: BrokerCost): string {
  const cpu = `${significantDigits(cost.cpuCoresMean)} cores (${significantDigits(cost.cpuCoresMax)} at most)`
  const { heapUsedBytesMax, heapBytesMax } = cost
  const heap =
    heapUsedBytesMax === null || heapBytesMax === null
      ? ''
      : `, heap of ${formatBytes(heapUsedBytesMax)} live after collections (${formatBytes(heapBytesMax)} taken)`
  const moved = [
    rateText(cost.readBytesPerSec, 'read'),
    rateText(cost.writtenBytesPerSec, 'written by sockets and files together'),
    rateText(cost.diskReadBytesPerSec, 'from disk'),
    rateText(cost.diskWrittenBytesPerSec, 'to disk'),
  ].flat()
  const traffic = moved.length === 0 ? '' : `; ${moved.join(', ')}`
  return `Broker ${cost.brokerId}: ${cpu}, ${formatBytes(cost.residentBytesMax)} of memory${heap}${traffic}.`
}

function rateText(bytesPerSec: number | null, what: string): string[] {
  return bytesPerSec === null ? [] : [`${formatByteRate(bytesPerSec)} ${what}`]
}

const figureWords: Readonly<Record<string, string>> = {
  cpuCores: 'cores',
  heapUsedBytes: 'of heap',
  networkReceivedBytesPerSec: 'received',
  networkSentBytesPerSec: 'sent',
  diskReadBytesPerSec: 'from disk',
  diskWrittenBytesPerSec: 'to disk',
  kafkaBytesInPerSec: 'into topics',
  kafkaBytesOutPerSec: 'out of topics',
}

function prometheusSentence({ readings, failedReadings, lastError, figures }: PrometheusFigures): string {
  const failed =
    failedReadings === 0
      ? ''
      : ` ${formatCount(failedReadings)} of ${formatCount(readings)} readings failed: ${lastError ?? ''}`
  const told = Object.entries(figures).flatMap(([name, value]) => {
    if (value === undefined) return []
    const show = name === 'cpuCores' ? significantDigits : name.endsWith('PerSec') ? formatByteRate : formatBytes
    return [`${show(value.mean)} ${figureWords[name] ?? name} (${show(value.max)} at most)`]
  })
  if (told.length === 0) return `The Prometheus endpoint told no figure of the brokers.${failed}`
  return `The Prometheus endpoint told, means over the load: ${told.join(', ')}.${failed}`
}
