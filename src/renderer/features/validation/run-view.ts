/**
 * The run that is shown: live from events, or opened from the workspace. Pure.
 */
import type { TimelinePoint } from '../../../charts/timeline-points.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { EventName, EventPayload } from '../../../contracts/ipc-contract.ts'
import type { LiveValidation } from '../../../contracts/live-validation.ts'
import type { Preflight } from '../../../contracts/preflight.ts'
import type { Diagnosis } from '../../../contracts/result.ts'
import type { RunRecord } from '../../../contracts/run-record.ts'
import type { PartitionSeconds, RunSeconds } from '../../../contracts/run-seconds.ts'
import type { LivePoint, ValidationProgress } from '../../../contracts/validation-progress.ts'
import type { ValidationPreview } from '../../../contracts/validation-request.ts'
import { errorInWindowWords, windowWords } from '../../window-words.ts'

/** What is known of the shown run. */
export interface RunView {
  readonly runId: string
  /** Part of the load before anything counts. */
  readonly burnInMs: number
  readonly isLive: boolean
  /** True from the wish to stop until the end. */
  readonly isAborting: boolean
  readonly preview: ValidationPreview | null
  readonly progress: ValidationProgress | null
  readonly preflight: Preflight | null
  /** Seconds of a run from the workspace; empty for one that came live. See `timelineOf`. */
  readonly points: readonly TimelinePoint[]
  readonly lastPoint: LivePoint | null
  /** Everything that came live; empty for a run from the workspace. */
  readonly livePoints: readonly LivePoint[]
  /** What holds the rate so far; null before the burn-in is over, and for a run that ended: its result has its own. */
  readonly diagnosis: Diagnosis | null
  /** How its records fell on partitions; null while it is live. */
  readonly partitions: PartitionSeconds | null
  readonly notices: readonly string[]
  readonly record: RunRecord | null
  readonly error: AppErrorData | null
}

/** An event of a validation, as it came. */
export type RunEvent = {
  [K in Extract<EventName, `validation.${string}`>]: { readonly event: K; readonly payload: EventPayload<K> }
}[Extract<EventName, `validation.${string}`>]

/** A run that was just started. */
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
    partitions: null,
    notices: [],
    record: null,
    error: null,
  }
}

/** A run that was going on before this page was loaded, as far as it went. */
export function rejoinedRun({ runId, burnInMs, points, notices, ...told }: LiveValidation): RunView {
  const started = startedRun(runId, burnInMs)
  return {
    ...started,
    ...told,
    livePoints: points,
    lastPoint: points.at(-1) ?? null,
    notices: notices.map(windowWords),
  }
}

/** A run from the workspace; one with samples is drawn as it was drawn live. */
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

/** Every second of the run that is known. */
export function timelineOf({ points, livePoints }: RunView): readonly TimelinePoint[] {
  return livePoints.length > 0 ? livePoints : points
}

/** The run after an event; events of other runs change nothing. */
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
      return { ...run, diagnosis: payload.diagnosis }
    case 'validation.notice':
      return { ...run, notices: [...run.notices, windowWords(payload.message)] }
    case 'validation.ended':
      return {
        ...{ ...run, isLive: false, isAborting: false },
        record: payload.record,
        error: payload.error === null ? null : errorInWindowWords(payload.error),
      }
  }
}
