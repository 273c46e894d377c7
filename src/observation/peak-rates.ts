/**
 * The rates of a topic at its peak and on average, from whatever is known of them.
 */
import type { ObservedFigure, ObservedTopic } from '../contracts/observation.ts'
import type { TopicField } from '../contracts/observation-fields.ts'
import { assumed, derived, type Sourced } from './sourced.ts'

/** Peak / average where no source has seen the rate over time. */
export const assumedPeakFactor = 2.5

/** Wire bytes of a record where nothing is known of its size. */
export const assumedRecordBytes = 1000

/** What the scenario says of a topic's traffic. */
export interface TopicRates {
  readonly peakRecordsPerSec: Sourced
  readonly averageRecordsPerSec: Sourced | null
  readonly wireBytesPerRecord: Sourced
}

/** The rates of a topic; null if none is known, or it is idle. */
export function ratesOf(topic: ObservedTopic): TopicRates | null {
  const records = peakOf(topic, 'Records')
  const bytes = peakOf(topic, 'Bytes')
  if (records === null && bytes === null) return null
  const size = recordBytesOf(topic)
  const peak = records?.peak ?? perRecord(bytes?.peak, size)
  if (peak === null || peak.value <= 0) return null
  const average = records?.average ?? perRecord(bytes?.average, size)
  const isBelow = average !== null && average.value > 0 && average.value <= peak.value
  return { peakRecordsPerSec: peak, averageRecordsPerSec: isBelow ? average : null, wireBytesPerRecord: size }
}

interface Rate {
  readonly peak: Sourced
  readonly average: Sourced | null
}

/** The busiest minute, else the busiest hour, else a multiple of the average. */
function peakOf({ figures }: ObservedTopic, of: 'Records' | 'Bytes'): Rate | null {
  const figure = (when: 'average' | 'peakHour' | 'peakMinute') => figures[`${when}${of}InPerSec` satisfies TopicField]
  const [average, hour, minute] = [figure('average'), figure('peakHour'), figure('peakMinute')]
  const peak = highestOf(minute, hour, average)
  return peak === null ? null : { peak, average: average ?? null }
}

/** A busiest minute that was seen in a short time may be below the busiest hour, or the average, of a longer one. */
function highestOf(
  minute: ObservedFigure | undefined,
  hour: ObservedFigure | undefined,
  average: ObservedFigure | undefined,
): Sourced | null {
  if (minute !== undefined && minute.value >= Math.max(hour?.value ?? 0, average?.value ?? 0)) return minute
  if (hour !== undefined && hour.value >= (average?.value ?? 0)) {
    return derived(hour.value, hour, 'the busiest hour: no source has a higher minute')
  }
  if (average === undefined) return null
  return assumed(average.value * assumedPeakFactor, `the average x ${assumedPeakFactor}: no source has a higher peak`)
}

/** Bytes / records where both are known over the same stretch, else a stated size, else the usual one. */
function recordBytesOf({ figures }: ObservedTopic): Sourced {
  if (figures.wireBytesPerRecord !== undefined) return figures.wireBytesPerRecord
  for (const when of ['average', 'peakHour', 'peakMinute'] as const) {
    const [bytes, records] = [figures[`${when}BytesInPerSec`], figures[`${when}RecordsInPerSec`]]
    if (bytes === undefined || records === undefined || bytes.value <= 0 || records.value <= 0) continue
    return derived(bytes.value / records.value, bytes, 'bytes written / records written')
  }
  return assumed(assumedRecordBytes, `no source has the size of records: ${assumedRecordBytes} bytes`)
}

function perRecord(bytes: Sourced | null | undefined, size: Sourced): Sourced | null {
  if (bytes === null || bytes === undefined) return null
  return derived(bytes.value / size.value, size.how === 'assumed' ? size : bytes, 'bytes written / bytes of a record')
}
