/**
 * The names by which people recognise runs in the window. The id of a run is a name for the command line only.
 */
import type { RunListEntry } from '../../../contracts/run-record.ts'
import { formatCount } from '../../../units/count.ts'

type TitledRun = Pick<RunListEntry, 'id' | 'scenarioName' | 'createdAtEpochMs'>

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** A date and time in the time zone of this machine, to the second: two runs may begin in one minute. "21 Nov 2026, 16:20:07" */
export function runTime(epochMs: number): string {
  return timeFormat.format(epochMs)
}

/** The name of a run wherever it stands alone: "Orders at night, 21 Nov 2026, 16:20:07". */
export function runTitle({ scenarioName, createdAtEpochMs }: Omit<TitledRun, 'id'>): string {
  return `${scenarioName}, ${runTime(createdAtEpochMs)}`
}

/** The quoted titles of runs by id, as names for sentences of the workbench. */
export function quotedTitles(runs: readonly TitledRun[]): Record<string, string> {
  return Object.fromEntries(runs.map((run) => [run.id, `“${runTitle(run)}”`]))
}

/** At most this many runs of a set are named; the others are counted. */
const maxNamed = 3

/** The titles of the runs of a set, in the order in which they were marked: "Orders, 21 Nov 2026, 16:20:07; and 3 more". */
export function titlesOfSet(ids: readonly string[], runs: readonly TitledRun[]): string {
  const titles = ids.flatMap((id) => runs.filter((run) => run.id === id).map(runTitle))
  const left = titles.length - maxNamed
  return [...titles.slice(0, maxNamed), ...(left > 0 ? [`and ${formatCount(left)} more`] : [])].join('; ')
}

/** Why no other run can be opened or deleted while a run is live. */
export const runInProgress = 'A run is in progress.'
