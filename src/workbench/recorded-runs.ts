/**
 * Lists, shows, compares, annotates and deletes the runs of a workspace.
 */
import type { MeasuredCurvePoint } from '../contracts/curve-point.ts'
import type { RunComparison } from '../contracts/run-comparison.ts'
import type { RunAnnotation, RunListEntry, RunRecord } from '../contracts/run-record.ts'
import type { Sample } from '../contracts/sample.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { compareRuns } from '../evidence/compare-runs.ts'
import { measuredOnCurve } from '../evidence/curve-points.ts'
import type { Store } from './store/store.ts'
import { lacksResult, withResult } from './validation/run-end.ts'

/** A run with its samples. A run with outputs of tools has no samples. */
export interface ShownRun {
  readonly run: RunRecord
  readonly samples: Sample[]
}

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
  compare(one: readonly string[], other: readonly string[]): RunComparison
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

/** Creates access to the runs. Before a list, a run or a comparison is returned, interrupted runs are recovered. */
export function createRuns(store: () => Store): Runs {
  return {
    list() {
      store().recoverInterruptedRuns()
      return store().listRuns()
    },
    show(runId) {
      store().recoverInterruptedRuns()
      return openRun(store(), runId)
    },
    onCurve: (scenario, path) =>
      store()
        .listRuns()
        .filter(({ status }) => status === 'complete')
        .slice(0, maxRunsOfCurve)
        .flatMap(({ id }) => measuredOnCurve(scenario, path, store().readRun(id)) ?? []),
    compare(one, other) {
      store().recoverInterruptedRuns()
      return compareRuns(openRuns(store(), one), openRuns(store(), other))
    },
    annotate: (runId, { tags, notes }) => store().annotateRun(runId, { tags: [...new Set(tags)], notes }),
    delete: (runId) => store().deleteRun(runId),
  }
}

function openRuns(store: Store, runIds: readonly string[]): RunRecord[] {
  return runIds.map((runId) => openRun(store, runId).run)
}

/** Reads a run and its samples. If the run was interrupted, computes its result from the samples and stores it. */
function openRun(store: Store, runId: string): ShownRun {
  const stored = store.readRun(runId)
  const samples = store.readSamples(runId)
  if (!lacksResult(stored)) return { run: stored, samples }
  const run = withResult(stored, samples)
  if (run.result !== null) store.updateRun(run)
  return { run, samples }
}
