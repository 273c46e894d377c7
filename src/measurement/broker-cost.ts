/**
 * What the embedded brokers cost.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { meanOf } from './batch-means.ts'
import { sortSeconds } from './load-seconds.ts'

/** Mean processors of each broker over the load after the burn-in, in the order of their numbers; none where unknown. */
export function brokerCpuCores(plan: RunPlan, samples: readonly Sample[]): number[] {
  const { load } = sortSeconds(plan, samples)
  const settled = load.filter(({ second }) => second >= plan.burnInMs / 1000)
  const seen = new Map<number, number[]>()
  for (const { brokerId, cpuCores } of (settled.length > 0 ? settled : load).flatMap((sample) => sample.brokers)) {
    seen.set(brokerId, [...(seen.get(brokerId) ?? []), cpuCores])
  }
  return [...seen].sort(([one], [other]) => one - other).map(([, values]) => meanOf(values))
}
