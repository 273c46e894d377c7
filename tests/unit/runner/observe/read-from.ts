/**
 * Reads a fake broker with bounds that never slow it down.
 */
import { clusterReading } from '../../../../src/contracts/cluster-reading.ts'
import { type ReadingPart, readingPart } from '../../../../src/contracts/reading-part.ts'
import { assembleReading } from '../../../../src/measurement/reading/assemble-reading.ts'
import { plainAccess } from '../../../../src/runner/admin/cluster-access.ts'
import { readCluster } from '../../../../src/runner/observe/read-cluster.ts'

/** Bounds of the readings. */
export const bounds = { spanMs: 0, sampleBytes: 20_000, requestsPerSec: 100_000, bytesPerSec: 1e9, historyHours: 24 }

interface ReadOptions {
  readonly signal?: AbortSignal
  readonly waitsMs?: readonly number[]
  readonly sampleBytes?: number
  readonly spanMs?: number
  readonly outage?: { readonly mostMs: number; readonly retryMs: number }
  readonly onPart?: (part: ReadingPart) => void
}

/** The reading of the cluster of a broker. */
export async function readFrom(server: string, options: ReadOptions = {}) {
  const parts: ReadingPart[] = []
  await readCluster({
    access: plainAccess([server]),
    bounds: {
      ...bounds,
      sampleBytes: options.sampleBytes ?? bounds.sampleBytes,
      spanMs: options.spanMs ?? bounds.spanMs,
    },
    already: { history: [], samples: [] },
    signal: options.signal ?? new AbortController().signal,
    waitsMs: options.waitsMs ?? [1, 1, 1],
    ...(options.outage === undefined ? {} : { outage: options.outage }),
    emit(part) {
      // The controller validates every message in the same way.
      parts.push(readingPart.parse(part))
      options.onPart?.(part)
    },
  })
  const reading = assembleReading(parts)
  if (reading === null) throw new Error('there is no reading')
  return clusterReading.parse(reading)
}
