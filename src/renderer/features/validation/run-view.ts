/**
 * The state of the run that the validation view shows. Events update a live run; an ended one is opened from the workspace.
 * Pure.
 */
import type { TimelinePoint } from '../../../charts/timeline-points.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { EventName, EventPayload } from '../../../contracts/ipc-contract.ts'
import type { LiveValidation } from '../../../contracts/live-validation.ts'
import type { Preflight } from '../../../contracts/preflight.ts'
import type { Diagnosis } from '../../../contracts/result.ts'
import type { RunListEntry, RunRecord } from '../../../contracts/run-record.ts'
import type { PartitionSeconds, RunSeconds } from '../../../contracts/run-seconds.ts'
import type { LivePoint, ValidationProgress } from '../../../contracts/validation-progress.ts'
import type { ValidationPreview } from '../../../contracts/validation-request.ts'
import type { VerdictSoFar } from '../../../contracts/verdict.ts'

/** The shown run. */
export interface RunView {
  readonly runId: string
  /** Length of the burn-in. */
  readonly burnInMs: number
  readonly isLive: boolean
  /** True after the user stopped the run, until it has ended. */
  readonly isAborting: boolean
  readonly preview: ValidationPreview | null
  readonly progress: ValidationProgress | null
  readonly preflight: Preflight | null
  /** Points of a run that was opened from the workspace; empty for a run that this page saw live. See `timelineOf`. */
  readonly points: readonly TimelinePoint[]
  readonly lastPoint: LivePoint | null
  /** Points of a run that this page saw live; empty for a run that was opened from the workspace. */
  readonly livePoints: readonly LivePoint[]
  /** The latest diagnosis of a live run; null during the burn-in. The result of an ended run has its own. */
  readonly diagnosis: Diagnosis | null
  /** The verdict on a live run if it goes on as measured so far; null before there are two quota windows. */
  readonly verdictSoFar: VerdictSoFar | null
  /** Records by partition; null for a run that this page saw live. */
  readonly partitions: PartitionSeconds | null
  readonly notices: readonly string[]
  readonly record: RunRecord | null
  readonly error: AppErrorData | null
}

/** An event of a validation. */
export type RunEvent = {
  [K in Extract<EventName, `validation.${string}`>]: { readonly event: K; readonly payload: EventPayload<K> }
}[Extract<EventName, `validation.${string}`>]

/** The state of a run that was just started. */
export function startedRun(runId: string, burnInMs: number): RunView {
  return {
    runId,
    burnInMs,
    isLive: true,
    isAborting: false,
    preview: null,
    progress: null,
    preflight: null,
    points: [],
    lastPoint: null,
    livePoints: [],
    diagnosis: null,
    verdictSoFar: null,
    partitions: null,
    notices: [],
    record: null,
    error: null,
  }
}

/** The state of a run that was already live when the page was loaded. */
export function rejoinedRun({ runId, burnInMs, points, notices, ...state }: LiveValidation): RunView {
  const started = startedRun(runId, burnInMs)
  return {
    ...started,
    ...state,
    livePoints: points,
    lastPoint: points.at(-1) ?? null,
    notices,
  }
}

/** The state of a run from the workspace. `seconds` is null if the run has no samples. */
export function openedRun(record: RunRecord, seconds: RunSeconds | null): RunView {
  return {
    ...startedRun(record.id, record.plan?.burnInMs ?? 0),
    isLive: false,
    preflight: record.preflight,
    points: seconds?.points ?? [],
    partitions: seconds?.partitions ?? null,
    record,
  }
}

/** The points of the run: as seen live, or else as opened from the workspace. */
export function timelineOf({ points, livePoints }: RunView): readonly TimelinePoint[] {
  return livePoints.length > 0 ? livePoints : points
}

/** True for an ended run that has neither a result nor a second of load, such as one whose cluster did not answer. */
export function measuredNothing(run: RunView): boolean {
  return !run.isLive && (run.record?.result ?? null) === null && timelineOf(run).length === 0
}

/** True for an ended run without a figure whose error is known, so that the same plan can be tried again. */
export function canBeRetried(run: RunView): boolean {
  return measuredNothing(run) && run.error !== null
}

/** The state after an event. Events of other runs are ignored. */
export function followRun(run: RunView, { event, payload }: RunEvent): RunView {
  if (payload.runId !== run.runId) return run
  switch (event) {
    case 'validation.target':
      return { ...run, preview: payload.preview }
    case 'validation.progress':
      return { ...run, progress: payload }
    case 'validation.preflight':
      return { ...run, preflight: payload.preflight }
    case 'validation.point':
      return { ...run, livePoints: [...run.livePoints, payload], lastPoint: payload }
    case 'validation.diagnosis':
      return { ...run, diagnosis: payload.diagnosis, verdictSoFar: payload.verdictSoFar }
    case 'validation.notice':
      return { ...run, notices: [...run.notices, payload.message] }
    case 'validation.ended':
      return {
        ...{ ...run, isLive: false, isAborting: false },
        record: payload.record,
        error: payload.error,
      }
  }
}

/** The listed runs, with the live one as running from its first measured second on. The list itself is older than that. */
export function withLiveStatus(runs: readonly RunListEntry[], run: RunView | null): readonly RunListEntry[] {
  if (run === null || !run.isLive || run.lastPoint === null) return runs
  return runs.map((entry) => (entry.id === run.runId ? { ...entry, status: 'running' } : entry))
}
