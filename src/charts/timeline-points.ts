/**
 * Converts the stored samples of a run to the points of its timeline, which are the same as those drawn live.
 */

import type { Prediction } from '../contracts/prediction.ts'
import type { Sample } from '../contracts/sample.ts'
import type { LivePoint } from '../contracts/validation-progress.ts'

/** The parts of a live point that a timeline draws. */
export type TimelinePoint = Pick<
  LivePoint,
  'second' | 'offeredWireBytesPerSec' | 'ingressWireBytesPerSec' | 'egressWireBytesPerSec'
>

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}

/** The predicted wire bytes of one record, with which offered records are converted to offered wire bytes. */
function wireBytesPerRecord(prediction: Prediction): number {
  const { ingressWireBytesPerSec, recordsPerSec } = prediction.offered
  return recordsPerSec > 0 ? ingressWireBytesPerSec / recordsPerSec : 0
}

/**
 * One point per second of the load. Samples of several hosts are summed.
 *
 * Measured wire bytes are what the client libraries counted (docs/decisions/wire-bytes.md). Offered wire bytes are the
 * offered records times the predicted wire bytes of one record. Rates are computed with the real length of each second.
 */
export function timelinePoints(
  samples: readonly Sample[],
  prediction: Prediction,
  durationMs: number,
): readonly TimelinePoint[] {
  const bytesPerRecord = wireBytesPerRecord(prediction)
  const bySecond = new Map<number, TimelinePoint>()
  for (const sample of samples) {
    if (sample.second * 1_000 >= durationMs || sample.durationMs <= 0) continue
    const perSec = 1_000 / sample.durationMs
    const before = bySecond.get(sample.second)
    const offered = sumOf(sample.producers, (producer) => producer.offeredRecords) * bytesPerRecord
    bySecond.set(sample.second, {
      second: sample.second,
      offeredWireBytesPerSec: (before?.offeredWireBytesPerSec ?? 0) + offered * perSec,
      ingressWireBytesPerSec:
        (before?.ingressWireBytesPerSec ?? 0) + sumOf(sample.producers, (producer) => producer.wireBytes) * perSec,
      egressWireBytesPerSec:
        (before?.egressWireBytesPerSec ?? 0) + sumOf(sample.consumers, (group) => group.wireBytes) * perSec,
    })
  }
  return [...bySecond.values()].sort((a, b) => a.second - b.second)
}
