/**
 * The runs of a workspace: listed, shown, deleted.
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

/** A run with its samples; none where it has tools' outputs. */
export interface ShownRun {
  readonly run: RunRecord
  readonly samples: Sample[]
}

export interface Runs {
  /** Newest first. */
  list(): RunListEntry[]
  /** @throws AppError RUN_NOT_FOUND */
  show(runId: string): ShownRun
  /** Complete runs that differ from a scenario in the field at `path` alone, newest first. */
  onCurve(scenario: Scenario, path: string): MeasuredCurvePoint[]
  /** Two sets of runs by their ids, measured or imported. @throws AppError RUN_NOT_FOUND or INPUT_INVALID */
  compare(one: readonly string[], other: readonly string[]): RunComparison
  /** Replaces tags and notes. @throws AppError RUN_NOT_FOUND */
  annotate(runId: string, annotation: RunAnnotation): void
  /** @throws AppError RUN_NOT_FOUND, or RUN_ACTIVE while it goes on. */
  delete(runId: string): void
}

/** Older runs than this many are not laid on a curve: each has to be read. */
const mostOnCurve = 200

/** Other processes may have died meanwhile: their runs are recovered before each answer. */
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
        .slice(0, mostOnCurve)
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

/** A run that was interrupted gets its result when it is opened, from the samples that were kept. */
function openRun(store: Store, runId: string): ShownRun {
  const stored = store.readRun(runId)
  const samples = store.readSamples(runId)
  if (!lacksResult(stored)) return { run: stored, samples }
  const run = withResult(stored, samples)
  if (run.result !== null) store.updateRun(run)
  return { run, samples }
}
