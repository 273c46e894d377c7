/**
 * Formats the live line of a run.
 */
import type { LivePoint, ValidationProgress } from '../contracts/validation-progress.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatDuration } from '../units/duration.ts'
import { formatPercent } from '../units/ratio.ts'

/**
 * Formats one line with the phase and its message, or during the load with rates, throttle and the remaining time.
 *
 * @param recent seconds of the newest quota window, oldest first; empty before the first second
 */
export function progressText(progress: ValidationProgress, recent: readonly LivePoint[]): string {
  const isLoad = progress.phase === 'burn-in' || progress.phase === 'measuring'
  const newest = recent.at(-1)
  if (!isLoad || newest === undefined) {
    const share = progress.fraction === null || progress.fraction >= 1 ? '' : `  ${formatPercent(progress.fraction)}`
    return `${progress.phase.padEnd(10)}  ${progress.message}${share}`
  }
  const parts = [
    progress.phase.padEnd(10),
    `${formatByteRate(meanOf(recent, (point) => point.ingressWireBytesPerSec))} in`,
    `${formatByteRate(meanOf(recent, (point) => point.egressWireBytesPerSec))} out`,
    newest.throttleMs > 0 ? `throttle ${formatDuration(newest.throttleMs)}` : 'no throttle',
    ...(progress.leftMs === null ? [] : [`${formatDuration(progress.leftMs)} left`]),
  ]
  return parts.join('  ')
}

/**
 * Returns the mean over all points, because single seconds of a throttled broker vary between half and twice the rate
 * of its quota.
 */
function meanOf(points: readonly LivePoint[], rateOf: (point: LivePoint) => number): number {
  return points.reduce((sum, point) => sum + rateOf(point), 0) / points.length
}
