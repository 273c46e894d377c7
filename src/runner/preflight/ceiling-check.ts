/**
 * Whether the client of this machine can offer what the plan wants.
 */
import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { passed, warned } from './make-check.ts'

/** A plan beyond the ceiling is warned of, never refused: it may be what the user wants to see. */
export function judgeCeiling(ceiling: ClientCeiling, plan: RunPlan): PreflightCheck {
  const { sentence, isEnough, processes } = ceiling
  if (isEnough) return passed('client-ceiling', sentence)
  const spread = processes === plan.producers.length ? ' spread it over more producers,' : ''
  return warned(
    'client-ceiling',
    sentence,
    `Beyond that a run measures this machine, not the cluster. Offer less (peakRecordsPerSec),${spread} gather larger batches (lingerMs), or run it on a machine with more or faster cores.`,
  )
}
