/**
 * Lists, shows, compares, annotates and deletes the runs of a workspace.
 */
import { AppError, type ErrorCode } from '../contracts/app-error.ts'
import type { MeasuredCurvePoint } from '../contracts/curve-point.ts'
import type { RunComparison } from '../contracts/run-comparison.ts'
import type { RunAnnotation, RunListEntry, RunRecord } from '../contracts/run-record.ts'
import type { Sample } from '../contracts/sample.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { compareRuns } from '../evidence/compare-runs.ts'
import { measuredOnCurve } from '../evidence/curve-points.ts'
import { listEntry } from './store/list-entry.ts'
import type { Store } from './store/store.ts'
import { lacksResult, withResult } from './validation/run-end.ts'

/** A run with its samples. A run with outputs of tools has no samples. */
export interface ShownRun {
  readonly run: RunRecord
  readonly samples: Sample[]
}

/** The recorded runs of a workspace, measured and imported. */
export interface Runs {
  /** Lists all runs, newest first. */
  list(): RunListEntry[]
  /** @throws AppError RUN_NOT_FOUND */
  show(runId: string): ShownRun
  /**
   * Returns points for complete runs whose scenario differs from this one in the field at `path` only, newest first.
   */
  onCurve(scenario: Scenario, path: string): MeasuredCurvePoint[]
  /** Compares two sets of runs, measured or imported. @throws AppError RUN_NOT_FOUND or INPUT_INVALID */
  compare(
    one: readonly string[],
    other: readonly string[],
    names?: Readonly<Record<string, string>> | undefined,
  ): RunComparison
  /** Replaces tags and notes. @throws AppError RUN_NOT_FOUND */
  annotate(runId: string, annotation: RunAnnotation): void
  /** @throws AppError RUN_NOT_FOUND, or RUN_ACTIVE while the run is active */
  delete(runId: string): void
}

/**
 * Maximum number of complete runs, the newest first, that are considered for a curve. More would be slow, because each
 * has to be read.
 */
const maxRunsOfCurve = 200

/** Errors of a workspace that cannot be written now: it is read-only, locked or full, or a record in it is damaged. */
const writeRefusals: ReadonlySet<ErrorCode> = new Set(['STORE_UNUSABLE', 'DISK_FULL'])

/** Creates access to the runs. Before a list, a run or a comparison is returned, interrupted runs are recovered. */
export function createRuns(store: () => Store): Runs {
  return {
    list() {
      const unsaved = recoverRuns(store())
      return store()
        .listRuns()
        .map((entry) => {
          const run = unsaved.get(entry.id)
          return run === undefined ? entry : { ...entry, ...listEntry(run) }
        })
    },
    show: (runId) => openRun(store(), runId, recoverRuns(store())),
    onCurve: (scenario, path) =>
      store()
        .listRuns()
        .filter(({ status }) => status === 'complete')
        .slice(0, maxRunsOfCurve)
        .flatMap(({ id }) => measuredOnCurve(scenario, path, store().readRun(id)) ?? []),
    compare(one, other, names = {}) {
      const unsaved = recoverRuns(store())
      const open = (runIds: readonly string[]) => runIds.map((runId) => openRun(store(), runId, unsaved).run)
      return compareRuns(open(one), open(other), ({ id }) => names[id] ?? id)
    },
    annotate: (runId, { tags, notes }) => store().annotateRun(runId, { tags: [...new Set(tags)], notes }),
    delete: (runId) => store().deleteRun(runId),
  }
}

/**
 * Marks the runs whose process has died.
 * @returns those that are marked but not stored, because the workspace cannot be written now
 */
export function recoverRuns(store: Store): ReadonlyMap<string, RunRecord> {
  const isStored = tryWrite(() => store.recoverInterruptedRuns())
  return new Map(isStored ? [] : store.interruptedRuns().map((run) => [run.id, run]))
}

/** Reads a run and its samples. Computes the result of an interrupted run, and stores it if the workspace can be written. */
function openRun(store: Store, runId: string, unsaved: ReadonlyMap<string, RunRecord>): ShownRun {
  const stored = unsaved.get(runId) ?? store.readRun(runId)
  const samples = store.readSamples(runId)
  if (!lacksResult(stored)) return { run: stored, samples }
  const run = withResult(stored, samples)
  if (run.result !== null) tryWrite(() => store.updateRun(run))
  return { run, samples }
}

/** Runs `write`. @returns false if the workspace cannot be written now. It can still be read. */
function tryWrite(write: () => void): boolean {
  try {
    write()
    return true
  } catch (error) {
    if (error instanceof AppError && writeRefusals.has(error.code)) return false
    throw error
  }
}
