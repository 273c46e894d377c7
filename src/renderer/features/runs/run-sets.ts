/**
 * The two sets of runs that are compared, and that a model is calibrated from. Pure.
 */
import type { RunListEntry } from '../../../contracts/run-record.ts'

/** The sets of a comparison, by id. */
export interface RunSets {
  readonly one: readonly string[]
  readonly other: readonly string[]
}

/** None marked. */
export const emptySets: RunSets = { one: [], other: [] }

/** The sets with a run in one of them or in none: it stands in one set at most. */
export function withRun(sets: RunSets, set: keyof RunSets, id: string, isIn: boolean): RunSets {
  const without = {
    one: sets.one.filter((each) => each !== id),
    other: sets.other.filter((each) => each !== id),
  }
  return isIn ? { ...without, [set]: [...without[set], id] } : without
}

/** The sets without runs that are gone: nobody could take their mark away. */
export function setsAmong(sets: RunSets, runs: readonly Pick<RunListEntry, 'id'>[]): RunSets {
  const ids = new Set(runs.map(({ id }) => id))
  const isThere = (id: string): boolean => ids.has(id)
  if (sets.one.every(isThere) && sets.other.every(isThere)) return sets
  return { one: sets.one.filter(isThere), other: sets.other.filter(isThere) }
}
