import type { PlannedProducer, RunPlan } from '../contracts/run-plan.ts'

/** Number of records that all producers of a plan should have offered `untilMs` after the agreed start. */
export function scheduledRecords(plan: RunPlan, untilMs: number): number {
  return plan.producers.reduce((sum, producer) => sum + recordsOf(plan, producer, untilMs), 0)
}

/**
 * The integral of the rate from the producer's start over a time t. It is rate x t, or on a ramp of length D:
 * rate x (from x t + (to - from) x t² / 2D).
 */
function recordsOf({ durationMs, schedule }: RunPlan, producer: PlannedProducer, untilMs: number): number {
  const lengthMs = durationMs - producer.startDelayMs
  const elapsedMs = Math.min(lengthMs, untilMs - producer.startDelayMs)
  if (elapsedMs <= 0) return 0
  const perMs = producer.recordsPerSec / 1000
  if (schedule.kind === 'constant') return perMs * elapsedMs
  const { fromFactor, toFactor } = schedule
  return perMs * (fromFactor * elapsedMs + ((toFactor - fromFactor) * elapsedMs ** 2) / (2 * lengthMs))
}
