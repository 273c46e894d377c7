/**
 * Parses the result file of the OpenMessaging Benchmark and of its forks.
 *
 * Rates are means over the sample periods. Payload is rate x `messageSize`. The publish latency is measured from the
 * actual send. The delay between the intended and the actual send is in the publish delay latency.
 */
import type { ImportedClient, ImportedLatency, ImportedWindow } from '../../contracts/imported-run.ts'
import { type OpenMessagingResult, openMessagingResult } from '../../contracts/openmessaging-result.ts'
import { formatCount } from '../../units/count.ts'
import { meanOf } from '../batch-means.ts'
import { checked, jsonObject } from './json-output.ts'
import { emptyPart, type Parsing, type ToolOutput } from './tool-output.ts'
import { keepWindows } from './windows.ts'

/** Length of a sample period if the file does not state it, which is the benchmark's default. */
const defaultSampleMs = 10_000

/** All producers of a result file as one part, and all consumers as another. */
export function parseOpenMessaging(output: ToolOutput): Parsing {
  const json = jsonObject(output)
  if (json === null || !('publishRate' in json)) return { parts: [], problems: [] }
  const { value, problems } = checked(openMessagingResult, json, '')
  if (value === null) return { parts: [], problems }
  const hasConsumers = value.consumeRate.some((rate) => rate > 0)
  return { parts: [producers(value, output.name), ...(hasConsumers ? [consumers(value, output.name)] : [])], problems }
}

function producers(result: OpenMessagingResult, file: string): ImportedClient {
  return withRates(result, result.publishRate, {
    ...emptyPart({ tool: 'OpenMessaging Benchmark', role: 'producer', file, line: 1 }),
    latencies: [
      ...latency(result, { prefix: 'aggregatedPublishLatency', kind: 'service', unitUs: 1000 }),
      ...latency(result, { prefix: 'aggregatedPublishDelayLatency', kind: 'schedule-delay', unitUs: 1 }),
    ],
    notes: failureNotes(result),
  })
}

/** A note if messages failed: one fork writes rates, the other counts. The publish rate does not include them. */
function failureNotes({ publishErrorRate, publishFailed }: OpenMessagingResult): string[] {
  const errorsPerSec = meanOf(publishErrorRate ?? [])
  if (errorsPerSec > 0) return [`${errorsPerSec.toFixed(1)} messages/s failed and are not in its rate.`]
  const failed = (publishFailed ?? []).reduce((sum, count) => sum + count, 0)
  return failed > 0 ? [`${formatCount(failed)} messages failed and are not in its rate.`] : []
}

function consumers(result: OpenMessagingResult, file: string): ImportedClient {
  return withRates(result, result.consumeRate, {
    ...emptyPart({ tool: 'OpenMessaging Benchmark', role: 'consumer', file, line: 1 }),
    latencies: latency(result, { prefix: 'aggregatedEndToEndLatency', kind: 'end-to-end', unitUs: 1000 }),
  })
}

function withRates(result: OpenMessagingResult, rates: readonly number[], part: ImportedClient): ImportedClient {
  const sampleMs = result.sampleRateMillis ?? defaultSampleMs
  const size = result.messageSize ?? 0
  const payload = (rate: number) => (size > 0 ? rate * size : null)
  const windows: ImportedWindow[] = rates.map((rate) => ({
    durationMs: sampleMs,
    recordsPerSec: rate,
    payloadBytesPerSec: payload(rate),
  }))
  const mean = meanOf(rates)
  const known = {
    ...part,
    durationMs: rates.length * sampleMs,
    recordsPerSec: mean,
    payloadBytesPerSec: payload(mean),
    notes: [
      ...part.notes,
      size > 0
        ? `Its payload is its rate x the ${size} bytes that the file names as message size.`
        : 'The file names no message size, so its payload is not known.',
    ],
  }
  return keepWindows(known, windows)
}

interface LatencyFields {
  readonly prefix: 'aggregatedPublishLatency' | 'aggregatedPublishDelayLatency' | 'aggregatedEndToEndLatency'
  readonly kind: ImportedLatency['kind']
  /** Unit of the file's values, in µs. */
  readonly unitUs: number
}

function latency(result: OpenMessagingResult, { prefix, kind, unitUs }: LatencyFields): ImportedLatency[] {
  const us = (value: number | 'NaN' | null | undefined) => (typeof value === 'number' ? value * unitUs : null)
  const summary = {
    kind,
    meanUs: us(result[`${prefix}Avg`]),
    p50Us: us(result[`${prefix}50pct`]),
    p95Us: us(result[`${prefix}95pct`]),
    p99Us: us(result[`${prefix}99pct`]),
    p999Us: us(result[`${prefix}999pct`]),
    maxUs: us(result[`${prefix}Max`]),
  }
  return summary.meanUs === null && summary.p99Us === null ? [] : [summary]
}
