/**
 * The runs of a workspace: listed, shown, deleted.
 */
import type { RunComparison } from '../contracts/run-comparison.ts'
import type { RunExport, RunListEntry } from '../contracts/run-record.ts'
import { compareRuns } from '../evidence/compare-runs.ts'
import type { Store } from './store/store.ts'
import { lacksResult, withResult } from './validation/run-end.ts'

export interface Runs {
  /** Newest first. */
  list(): RunListEntry[]
  /** A run with its samples. @throws AppError RUN_NOT_FOUND */
  show(runId: string): RunExport
  /** Two sets of runs by their ids. @throws AppError RUN_NOT_FOUND or INPUT_INVALID */
  compare(one: readonly string[], other: readonly string[]): RunComparison
  /** @throws AppError RUN_NOT_FOUND, or RUN_ACTIVE while it goes on. */
  delete(runId: string): void
}

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
    compare(one, other) {
      store().recoverInterruptedRuns()
      const read = (runId: string) => openRun(store(), runId)
      return compareRuns(one.map(read), other.map(read))
    },
    delete: (runId) => store().deleteRun(runId),
  }
}

/** A run that was interrupted gets its result when it is opened, from the samples that were kept. */
function openRun(store: Store, runId: string): RunExport {
  const stored = store.readRun(runId)
  const samples = store.readSamples(runId)
  if (!lacksResult(stored)) return { ...stored, samples }
  const record = withResult(stored, samples)
  if (record.result !== null) store.updateRun(record)
  return { ...record, samples }
}
