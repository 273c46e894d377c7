/**
 * Checks whether this machine's client can offer the plan's load.
 */
import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { passed, warned } from './make-check.ts'

/** Judges the ceiling. A plan above it gets a warning but is not refused, because the user may want to find the ceiling. */
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
