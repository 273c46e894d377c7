/**
 * Removes host names from runs, for presenter mode. (Secrets are never part of a run.) Pure.
 */
import type { AppErrorData } from '../../../contracts/app-error.ts'
import { cleanRecord } from '../../../contracts/redact.ts'
import type { RunListEntry } from '../../../contracts/run-record.ts'
import type { RunView } from './run-view.ts'

/** Replaces host names in a text. */
export type HideHosts = (text: string) => string

/** A run without host names. */
export function presentedRun(run: RunView, hide: HideHosts): RunView {
  const { preview, progress, preflight, record, error, notices } = run
  return {
    ...run,
    notices: notices.map(hide),
    record: record === null ? null : cleanRecord(record, true),
    progress: progress === null ? null : { ...progress, message: hide(progress.message) },
    preview: preview === null ? null : { ...preview, target: { ...preview.target, label: hide(preview.target.label) } },
    preflight:
      preflight === null
        ? null
        : {
            ...preflight,
            checks: preflight.checks.map((check) => ({
              ...check,
              detail: hide(check.detail),
              remedy: check.remedy === null ? null : hide(check.remedy),
            })),
          },
    error: error === null ? null : presentedError(error, hide),
  }
}

/** An error without host names. */
export function presentedError(error: AppErrorData, hide: HideHosts): AppErrorData {
  return {
    ...error,
    message: hide(error.message),
    remedy: error.remedy === null ? null : hide(error.remedy),
    problems: error.problems.map(({ place, message }) => ({ place: hide(place), message: hide(message) })),
  }
}

/** Entries of a list of runs, without host names. */
export function presentedRuns(runs: readonly RunListEntry[], hide: HideHosts): readonly RunListEntry[] {
  return runs.map((run) => ({
    ...run,
    targetLabel: hide(run.targetLabel),
    sentence: hide(run.sentence),
    notes: hide(run.notes),
    tags: run.tags.map(hide),
  }))
}
