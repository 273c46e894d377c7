/**
 * Names that documents show for members of unions. Each table is typed by its union, so a new member without a name does
 * not compile.
 */
import { throttledLabel } from '../charts/shared-labels.ts'
import type { StepSummary } from '../contracts/campaign-record.ts'
import type { FigureName } from '../contracts/figures.ts'
import type { Law } from '../contracts/law-bands.ts'
import type { Constraint } from '../contracts/prediction.ts'
import type { ComparedMeasure } from '../contracts/run-comparison.ts'
import type { RunLine, RunStatus } from '../contracts/run-record.ts'
import { type VerdictKind, verdictLabels } from '../contracts/verdict.ts'
import { lowerFirst } from '../units/first-letter.ts'

/** The figures of a load, a prediction and a result. */
export const figureLabels: Readonly<Record<FigureName, string>> = {
  ingressWireBytesPerSec: 'Ingress, wire',
  ingressPayloadBytesPerSec: 'Ingress, payload',
  egressWireBytesPerSec: 'Egress, wire',
  egressPayloadBytesPerSec: 'Egress, payload',
  recordsPerSec: 'Records written',
}

/** The heading of a figure of one kind: "Measured ingress, wire". */
export function figureLabel(
  kind: 'Offered' | 'Achievable' | 'Carried' | 'Predicted' | 'Measured' | 'Imported',
  figure: FigureName,
): string {
  return `${kind} ${lowerFirst(figureLabels[figure])}`
}

/** The factor by which the whole load can grow until a limit binds. */
export const headroomLabel = 'Headroom'

/** The mark of an answer that no run has tested. */
export const predictedMark = 'predicted, not measured'

/** Measures by which two sets of runs are compared. */
export const measureLabels: Readonly<Record<ComparedMeasure, string>> = {
  ...figureLabels,
  responseP99Us: 'Response time, p99',
}

/** What a run measures besides its figures. `toolP99Us`: a percentile as another tool printed it. */
export const runMeasureLabels = {
  throttled: throttledLabel,
  lag: 'Lag',
  acknowledged: 'Acknowledged',
  toolP99Us: 'Latency, 99 %',
} as const

/** Verdicts of a campaign's step over all its runs. */
export const stepVerdictLabels: Readonly<Record<NonNullable<StepSummary['verdict']>, string>> = {
  ...verdictLabels,
  mixed: 'Differs between its runs',
}

/** The state of a run that has no verdict. */
export const runStatusSentences: Readonly<Record<RunStatus, string>> = {
  preparing: 'The run is being prepared; nothing was measured yet.',
  running: 'The run is in progress; what was measured so far is kept.',
  complete: 'The run ended as planned and was not compared with its prediction.',
  partial: 'The run stopped early; what was measured is kept.',
  failed: 'The run failed before anything was measured.',
}

const outcomeLabels: Readonly<Record<VerdictKind, string>> = {
  confirmed: 'confirmed',
  above: 'above',
  below: 'below',
  'not-proven': 'not proven',
}

/** A run's outcome in a list: its status if it did not end as planned, otherwise its verdict, otherwise its origin. */
export function outcomeLabel({
  status,
  isStopped,
  verdict,
  origin,
}: Pick<RunLine, 'status' | 'isStopped' | 'verdict' | 'origin'>): string {
  if (isStopped === true) return 'stopped'
  if (status !== 'complete') return status
  return verdict === null ? (origin ?? status) : outcomeLabels[verdict]
}

/** Kinds of limits. */
export const limitKindLabels: Readonly<Record<Constraint['kind'], string>> = {
  fixed: 'fixed',
  guideline: 'guideline',
  soft: 'soft',
  physical: 'physical bound',
  structural: 'does not limit',
}

/** The mark of results of a benchmark's smoke profile. */
export const smokeLabel = 'smoke: shape only'

/** The laws of hosts, each with a band of its own. */
export const lawLabels: Readonly<Record<Law, string>> = {
  network: 'Network',
  storage: 'Storage',
  processors: 'Processors',
  'producer-pipeline': 'Producer pipeline',
  'producer-client': 'Producer client',
  'consumer-client': 'Consumer client',
  partition: 'Partition',
}

/** A law inside a sentence: "producer pipeline". */
export function lawNoun(law: Law): string {
  return lawLabels[law].toLowerCase()
}
