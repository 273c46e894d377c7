import type { Result } from '../../../src/contracts/result.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { type RunShape, simulateRun } from './simulated-run.ts'

/** What a simulated run got. */
export function resultOf(shape: RunShape): Result {
  const { plan, samples } = simulateRun(shape)
  return computeResult(plan, samples)
}

/** Two producers, held at 600 of 1,000 records a second each, in bursts of 3,000. */
export const underQuota: RunShape = { quotaPerSec: 600, burstPerSec: 3000, groups: 3 }

/** So many records a second, by a window's luck more or less. */
export function uneven(mean: number, spread: number): (second: number) => number {
  const luck = [0.1, -0.8, 0.5, 0.9, -0.3, -1, -0.9, 0.8, 1, 0.4, -0.7, -0.2]
  return (second) => mean + Math.round(spread * (luck[Math.floor(second / 11) % luck.length] ?? 0))
}
