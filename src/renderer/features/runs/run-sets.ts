/**
 * The two sets of marked runs, for comparison and calibration. Pure.
 */
import type { RunListEntry } from '../../../contracts/run-record.ts'

/** The sets of a comparison, by id. */
export interface RunSets {
  readonly one: readonly string[]
  readonly other: readonly string[]
}

/** Empty sets. */
export const emptySets: RunSets = { one: [], other: [] }

/** The sets after a run was marked for one of them, or for none. A run is in at most one set. */
export function withRun(sets: RunSets, set: keyof RunSets, id: string, isIn: boolean): RunSets {
  const without = {
    one: sets.one.filter((each) => each !== id),
    other: sets.other.filter((each) => each !== id),
  }
  return isIn ? { ...without, [set]: [...without[set], id] } : without
}

/** The sets without deleted runs, whose marks could not be removed any more. */
export function setsAmong(sets: RunSets, runs: readonly Pick<RunListEntry, 'id'>[]): RunSets {
  const ids = new Set(runs.map(({ id }) => id))
  const isThere = (id: string): boolean => ids.has(id)
  if (sets.one.every(isThere) && sets.other.every(isThere)) return sets
  return { one: sets.one.filter(isThere), other: sets.other.filter(isThere) }
}
