/**
 * Derives a topic's peak rate, average rate and record size from its observed figures.
 */
import type { ObservedFigure, ObservedTopic } from '../contracts/observation.ts'
import type { TopicField } from '../contracts/observation-fields.ts'
import { assumed, derived, type Sourced } from './sourced.ts'

/** Peak / average if no source has the rate over time. A rule of thumb. */
export const assumedPeakFactor = 2.5

/** Wire bytes per record if nothing is known about its size. A rule of thumb. */
export const assumedRecordBytes = 1000

/** A topic's traffic for the scenario. `averageRecordsPerSec` is null if unknown, 0 or above the peak. */
export interface TopicRates {
  readonly peakRecordsPerSec: Sourced
  readonly averageRecordsPerSec: Sourced | null
  readonly wireBytesPerRecord: Sourced
}

/** The rates of a topic; null if none is known or the topic is idle. */
export function ratesOf(topic: ObservedTopic): TopicRates | null {
  const records = rateOf(topic, 'Records')
  const bytes = rateOf(topic, 'Bytes')
  if (records === null && bytes === null) return null
  const size = recordBytesOf(topic)
  const peak = records?.peak ?? inRecords(bytes?.peak, size)
  if (peak === null || peak.value <= 0) return null
  const average = records?.average ?? inRecords(bytes?.average, size)
  const isBelow = average !== null && average.value > 0 && average.value <= peak.value
  return { peakRecordsPerSec: peak, averageRecordsPerSec: isBelow ? average : null, wireBytesPerRecord: size }
}

interface Rate {
  readonly peak: Sourced
  readonly average: Sourced | null
}

/** The peak and average of a topic's rate in records or bytes; null if nothing is known. */
function rateOf({ figures }: ObservedTopic, of: 'Records' | 'Bytes'): Rate | null {
  const figure = (when: 'average' | 'peakHour' | 'peakMinute') => figures[`${when}${of}InPerSec` satisfies TopicField]
  const [average, hour, minute] = [figure('average'), figure('peakHour'), figure('peakMinute')]
  const peak = peakFigureOf(minute, hour, average)
  return peak === null ? null : { peak, average: average ?? null }
}

/**
 * The busiest minute, otherwise the busiest hour, otherwise a multiple of the average. A busiest minute below the busiest hour
 * or the average is not the peak: it comes from a shorter observation.
 */
function peakFigureOf(
  minute: ObservedFigure | undefined,
  hour: ObservedFigure | undefined,
  average: ObservedFigure | undefined,
): Sourced | null {
  if (minute !== undefined && minute.value >= Math.max(hour?.value ?? 0, average?.value ?? 0)) return minute
  if (hour !== undefined && hour.value >= (average?.value ?? 0)) {
    return derived(hour.value, hour, 'the busiest hour: no source states a higher minute')
  }
  if (average === undefined) return null
  return assumed(
    average.value * assumedPeakFactor,
    `the average x ${assumedPeakFactor}: no source states a higher peak`,
  )
}

/** The stated record size, otherwise bytes / records, otherwise an assumed size. */
function recordBytesOf({ figures }: ObservedTopic): Sourced {
  if (figures.wireBytesPerRecord !== undefined && figures.wireBytesPerRecord.value > 0)
    return figures.wireBytesPerRecord
  for (const [when, formula] of recordSizeFormulas) {
    const [bytes, records] = [figures[`${when}BytesInPerSec`], figures[`${when}RecordsInPerSec`]]
    if (bytes === undefined || records === undefined || bytes.value <= 0 || records.value <= 0) continue
    return derived(bytes.value / records.value, bytes, formula)
  }
  return assumed(assumedRecordBytes, `${assumedRecordBytes} bytes, because no source states the record size`)
}

/** The busiest hour or minute of bytes need not be that of records, which the formula says. */
const recordSizeFormulas = [
  ['average', 'bytes written / records written'],
  ['peakHour', 'bytes of their busiest hour / records of their busiest hour'],
  ['peakMinute', 'bytes of their busiest minute / records of their busiest minute'],
] as const

/** A rate of bytes as a rate of records. */
function inRecords(bytes: Sourced | null | undefined, size: Sourced): Sourced | null {
  if (bytes === null || bytes === undefined) return null
  return derived(bytes.value / size.value, size.how === 'assumed' ? size : bytes, 'bytes written / bytes per record')
}
