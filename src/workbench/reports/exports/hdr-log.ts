/**
 * Writes the latencies of a run as a histogram log, in the format of HdrHistogram's own log writers (version 1.3). It
 * has one line per second and kind of latency. The tag of a line is the kind. Values are in microseconds.
 */
import type { MeasuredRecord } from '../../../contracts/run-record.ts'
import type { Sample } from '../../../contracts/sample.ts'
import { mergeHistograms } from '../sparse-histogram.ts'

/** Reads the histograms of a second, by kind of latency. The kinds have the names that they have in a result. */
const histogramsByKind: Readonly<Record<string, (sample: Sample) => readonly (string | null)[]>> = {
  service: ({ producers }) => producers.map((each) => each.serviceHistogram),
  response: ({ producers }) => producers.map((each) => each.responseHistogram),
  scheduleDelay: ({ producers }) => producers.map((each) => each.scheduleDelayHistogram),
  endToEnd: ({ consumers }) => consumers.map((each) => each.endToEndHistogram),
}

/** The largest value of a line is in ms, for people. Programs read the histogram, whose values are in microseconds. */
const microsecondsPerMs = 1_000

/** Writes the log. Histograms of all clients are merged. Times count from the first second. */
export function hdrLog({ environment }: Pick<MeasuredRecord, 'environment'>, samples: readonly Sample[]): string {
  const startMs = samples[0]?.startedAtEpochMs ?? 0
  const version = environment === null ? '' : ` ${environment.headroomVersion}`
  return [
    `#[Logged with Headroom${version}; values are microseconds, the largest of each interval is in ms]`,
    '#[Histogram log format version 1.3]',
    `#[StartTime: ${seconds(startMs)} (seconds since epoch), ${new Date(startMs).toISOString()}]`,
    '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"',
    ...samples.flatMap((sample) => Object.keys(histogramsByKind).flatMap((kind) => lineOf(kind, sample, startMs))),
    '',
  ].join('\n')
}

function lineOf(kind: string, sample: Sample, startMs: number): string[] {
  const merged = mergeHistograms(histogramsByKind[kind]?.(sample) ?? [], [])
  if (merged === null) return []
  const [from, length] = [seconds(sample.startedAtEpochMs - startMs), seconds(sample.durationMs)]
  return [`Tag=${kind},${from},${length},${(merged.maxUs / microsecondsPerMs).toFixed(3)},${merged.encode()}`]
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}
