/**
 * What holds the rate of a run that is still going on, from its last seconds alone.
 */
import type { Diagnosis } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { diagnose } from './diagnosis.ts'
import { limiterSigns } from './limiter-signs.ts'
import { findThrottledSeconds } from './throttle.ts'

/** Three of Kafka's quota windows: fewer seconds show a burst, not what holds. */
const lastSeconds = 33
/** What is seen of fewer seconds after the burn-in is chance. */
const leastSeconds = 5

/** The diagnosis so far, after the burn-in; null while there is too little to tell. */
export function liveDiagnosis(plan: RunPlan, samples: readonly Sample[]): Diagnosis | null {
  const counted = samples.slice(-lastSeconds).filter((sample) => isCounted(sample, plan))
  return counted.length < leastSeconds ? null : diagnose(limiterSigns(plan, counted, [], findThrottledSeconds(counted)))
}

function isCounted({ second }: Sample, { burnInMs, durationMs }: RunPlan): boolean {
  return second * 1000 >= burnInMs && second * 1000 < durationMs
}
