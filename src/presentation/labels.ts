/**
 * Names of what answers are about, one table each, typed by the contract's union: a new member needs a name to compile.
 */
import type { StepSummary } from '../contracts/campaign-record.ts'
import type { FigureName } from '../contracts/figures.ts'
import type { Constraint } from '../contracts/prediction.ts'
import type { ComparedMeasure } from '../contracts/run-comparison.ts'
import type { VerdictKind } from '../contracts/verdict.ts'

/** The figures of a load, a prediction and a result. */
export const figureLabels: Readonly<Record<FigureName, string>> = {
  ingressWireBytesPerSec: 'Ingress, wire',
  ingressPayloadBytesPerSec: 'Ingress, payload',
  egressWireBytesPerSec: 'Egress, wire',
  egressPayloadBytesPerSec: 'Egress, payload',
  recordsPerSec: 'Records written',
}

/** By which factor the whole load can grow until a limit binds. */
export const headroomLabel = 'Headroom'

/** What two sets of runs are compared by. */
export const measureLabels: Readonly<Record<ComparedMeasure, string>> = {
  ...figureLabels,
  responseP99Us: 'Response time, p99',
}

/** Verdicts of a run. */
export const verdictLabels: Readonly<Record<VerdictKind, string>> = {
  confirmed: 'Confirmed',
  above: 'Above the prediction',
  below: 'Below the prediction',
  'not-proven': 'Not proven',
}

/** Verdicts of a campaign's step over all its runs. */
export const stepVerdictLabels: Readonly<Record<NonNullable<StepSummary['verdict']>, string>> = {
  ...verdictLabels,
  mixed: 'Differs between its runs',
}

/** What kind of bound a limit is. */
export const limitKindLabels: Readonly<Record<Constraint['kind'], string>> = {
  fixed: 'fixed',
  guideline: 'guideline',
  soft: 'soft',
  physical: 'physical bound',
  structural: 'wastes only',
}

/** Results of a benchmark's short profile. */
export const smokeLabel = 'smoke: shape only'
