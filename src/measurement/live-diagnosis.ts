/**
 * Diagnoses a run in progress from its last seconds.
 */
import type { Diagnosis } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { diagnose } from './diagnosis.ts'
import { limiterSigns } from './limiter-signs.ts'
import { findThrottledSeconds } from './throttle.ts'

/**
 * Only this many of the last samples are used: three of Kafka's quota windows, because fewer would show only bursts.
 */
const lastSeconds = 33
/** A diagnosis needs at least this many seconds after the burn-in; with fewer it would be chance. A rule of thumb. */
const minSeconds = 5

/** The diagnosis of the run so far; null while there are too few seconds after the burn-in. */
export function liveDiagnosis(plan: RunPlan, samples: readonly Sample[]): Diagnosis | null {
  const counted = samples.slice(-lastSeconds).filter((sample) => isCounted(sample, plan))
  return counted.length < minSeconds ? null : diagnose(limiterSigns(plan, counted, [], findThrottledSeconds(counted)))
}

function isCounted({ second }: Sample, { burnInMs, durationMs }: RunPlan): boolean {
  return second * 1000 >= burnInMs && second * 1000 < durationMs
}
