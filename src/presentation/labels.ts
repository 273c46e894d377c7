/**
 * Names of what answers are about, one table each, typed by the contract's union: a new member needs a name to compile.
 */
import type { StepSummary } from '../contracts/campaign-record.ts'
import type { FigureName } from '../contracts/figures.ts'
import type { Law } from '../contracts/law-bands.ts'
import type { Constraint } from '../contracts/prediction.ts'
import type { ComparedMeasure } from '../contracts/run-comparison.ts'
import type { RunLine, RunStatus } from '../contracts/run-record.ts'
import { type VerdictKind, verdictLabels } from '../contracts/verdict.ts'

/** The figures of a load, a prediction and a result. */
export const figureLabels: Readonly<Record<FigureName, string>> = {
  ingressWireBytesPerSec: 'Ingress, wire',
  ingressPayloadBytesPerSec: 'Ingress, payload',
  egressWireBytesPerSec: 'Egress, wire',
  egressPayloadBytesPerSec: 'Egress, payload',
  recordsPerSec: 'Records written',
}

/** A figure of one kind, as a tile is headed: "Measured ingress, wire". */
export function figureLabel(
  kind: 'Offered' | 'Achievable' | 'Predicted' | 'Measured' | 'Imported',
  figure: FigureName,
): string {
  const label = figureLabels[figure]
  return `${kind} ${label.charAt(0).toLowerCase()}${label.slice(1)}`
}

/** By which factor the whole load can grow until a limit binds. */
export const headroomLabel = 'Headroom'

/** On hosts: how likely the whole load is met. */
export const chanceLabel = 'Chance that the load is met'

/** What two sets of runs are compared by. */
export const measureLabels: Readonly<Record<ComparedMeasure, string>> = {
  ...figureLabels,
  responseP99Us: 'Response time, p99',
}

/** Verdicts of a campaign's step over all its runs. */
export const stepVerdictLabels: Readonly<Record<NonNullable<StepSummary['verdict']>, string>> = {
  ...verdictLabels,
  mixed: 'Differs between its runs',
}

/** What became of a run, if it has no verdict to say it. */
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

/** The outcome of a run in a list: its status unless it ended as planned, else its verdict, else where it comes from. */
export function outcomeLabel({ status, verdict, origin }: Pick<RunLine, 'status' | 'verdict' | 'origin'>): string {
  if (status !== 'complete') return status
  return verdict === null ? (origin ?? status) : outcomeLabels[verdict]
}

/** What kind of bound a limit is. */
export const limitKindLabels: Readonly<Record<Constraint['kind'], string>> = {
  fixed: 'fixed',
  guideline: 'guideline',
  soft: 'soft',
  physical: 'physical bound',
  structural: 'does not limit',
}

/** Results of a benchmark's short profile. */
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
