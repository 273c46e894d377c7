/**
 * Lists the runs of a workspace.
 */
import type { RunListEntry } from '../../contracts/run-record.ts'
import { type Block, listing, paragraph, textCell } from '../document.ts'
import { outcomeLabel } from '../labels.ts'
import { listedTime } from '../report-facts.ts'

/** The runs, in the given order. */
export function runListBlocks(runs: readonly RunListEntry[]): Block[] {
  if (runs.length === 0) {
    return [paragraph('There are no runs in this workspace yet. Make one with: headroom validate SCENARIO')]
  }
  const rows = runs.map((run) =>
    [run.id, listedTime(run.createdAtEpochMs), outcomeLabel(run), run.scenarioName, run.targetLabel].map(textCell),
  )
  return [listing('Runs of this workspace', ['run', 'made (UTC)', 'outcome', 'scenario', 'target'].map(textCell), rows)]
}
