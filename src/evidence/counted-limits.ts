/**
 * Compares the connections that a run held, and its connection attempts per second, with the deployment's limits.
 *
 * They are not compared with a band, because the workload fixes their number, and a limit refuses those beyond it.
 */
import type { Prediction } from '../contracts/prediction.ts'
import type { Result } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { TargetDescription } from '../contracts/target.ts'
import type { CountedLimit } from '../contracts/verdict.ts'

/** One entry for connections and one for connection attempts, if the run made any and the deployment limits them. */
export function countLimits(
  { constraints }: Prediction,
  { connections }: Result,
  { plan, target }: { readonly plan: RunPlan; readonly target: TargetDescription },
): CountedLimit[] {
  if (connections === undefined) return []
  const clients = plan.consumerGroups.reduce((sum, { members }) => sum + members, plan.producers.length)
  const measured = [
    { dimension: 'connections', measured: connections.wantedHeld > 0 ? connections.openMean + clients : null },
    {
      dimension: 'connection-attempts',
      measured: connections.wantedAttemptsPerSec > 0 ? connections.takenAttemptsPerSec : null,
    },
  ] as const
  return measured.flatMap(({ dimension, measured }) => {
    const limit = constraints.find((constraint) => constraint.dimension === dimension)?.capacity
    if (measured === null || limit === undefined) return []
    return [{ dimension, measured, limit, isEnforced: target.enforces.includes(dimension) }]
  })
}
