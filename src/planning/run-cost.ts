/**
 * Computes the length and the cost of a run on the user's own cluster.
 */
import { expectedFactors } from '../capacity/band.ts'
import type { Solution } from '../capacity/solve.ts'
import { AppError } from '../contracts/app-error.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { planRun } from './plan-run.ts'

/** Upper bounds (at 95 %) of what a run writes, reads and keeps on disks until its topics are deleted. */
export type RunCost = {
  readonly records: number
  /** Wire bytes that clients send to the cluster, and that they read from it. */
  readonly writtenBytes: number
  readonly readBytes: number
  /** All replicas on all brokers together. */
  readonly diskBytes: number
}

/** The cost of a solved scenario's load of this length. */
export function runCost({ workload }: Scenario, solution: Solution, durationMs: number): RunCost {
  const { topics, figures } = solution.trafficAt(Math.min(1, expectedFactors(solution).writing.high))
  let storedBytesPerSec = 0
  for (const [index, { replicationFactor }] of workload.topics.entries()) {
    storedBytesPerSec += (topics[index]?.wireBytesPerSec ?? 0) * replicationFactor
  }
  const seconds = durationMs / 1000
  return {
    records: Math.round(figures.recordsPerSec * seconds),
    writtenBytes: Math.round(figures.ingressWireBytesPerSec * seconds),
    readBytes: Math.round(figures.egressWireBytesPerSec * seconds),
    diskBytes: Math.round(storedBytesPerSec * seconds),
  }
}

/** The length of the load of a run on the user's own cluster; null if the run cannot be planned. */
export function plannedDurationMs(scenario: Scenario): number | null {
  try {
    return planRun(scenario, { runId: 'next', brokers: null }).plan.durationMs
  } catch (error) {
    if (AppError.from(error).code === 'PLAN_IMPOSSIBLE') return null
    throw error
  }
}
