/**
 * The two sets of runs, A and B, that the user marks for a comparison or a calibration. Pure.
 */
import type { RunListEntry } from '../../../contracts/run-record.ts'

/** Ids of the runs in set A (`one`) and set B (`other`). */
export interface RunSets {
  readonly one: readonly string[]
  readonly other: readonly string[]
}

/** Two empty sets. */
export const emptySets: RunSets = { one: [], other: [] }

/** The sets after a run was added to `set` (`isAdded`) or removed from both. A run is in at most one set. */
export function withRun(sets: RunSets, set: keyof RunSets, id: string, isAdded: boolean): RunSets {
  const without = {
    one: sets.one.filter((runId) => runId !== id),
    other: sets.other.filter((runId) => runId !== id),
  }
  return isAdded ? { ...without, [set]: [...without[set], id] } : without
}

/** The sets without runs that were deleted: the table has no row any more in which the user could remove them. */
export function setsAmong(sets: RunSets, runs: readonly Pick<RunListEntry, 'id'>[]): RunSets {
  const ids = new Set(runs.map(({ id }) => id))
  const isThere = (id: string): boolean => ids.has(id)
  if (sets.one.every(isThere) && sets.other.every(isThere)) return sets
  return { one: sets.one.filter(isThere), other: sets.other.filter(isThere) }
}
