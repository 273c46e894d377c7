/**
 * The verdict table. The first row that applies decides. docs/verdicts.md is generated from it.
 */
import type { VerdictFacts } from './facts.ts'
import { type Judgement, judgeByRow, type VerdictRow } from './row.ts'
import { rowsOnBand } from './rows-on-band.ts'
import { rowsOnLoad } from './rows-on-load.ts'
import { rowsOnOutputs } from './rows-on-outputs.ts'
import { rowsOnRun } from './rows-on-run.ts'
import { rowsOnTarget } from './rows-on-target.ts'

/**
 * Version of these rules. It is raised by every change that can change a verdict. Version 1 had no table. Version 2
 * compared all bytes that clients sent with predicted record batches. Version 3 never confirmed a run on hosts.
 */
export const verdictRuleVersion = 4

/** Rows of one theme, for docs/verdicts.md. */
export interface VerdictRows {
  readonly theme: string
  readonly rows: readonly VerdictRow[]
}

/** All rows, in order. */
export const verdictTable: readonly VerdictRows[] = [
  { theme: 'Deployment and target', rows: rowsOnTarget },
  { theme: 'Figures that tools reported', rows: rowsOnOutputs },
  { theme: 'A run that Headroom sampled', rows: rowsOnRun },
  { theme: 'The load', rows: rowsOnLoad },
  { theme: 'The bands', rows: rowsOnBand },
]

const allRows = verdictTable.flatMap(({ rows }) => rows)

/** The verdict on a run, by the first row that applies. */
export function decide(facts: VerdictFacts): Judgement {
  for (const row of allRows) {
    const judgement = judgeByRow(row, facts)
    if (judgement !== null) return judgement
  }
  // Unreachable as long as the first row on bands applies without any measurement, and the last one to any measurement.
  throw new Error('no row of the verdict table applies')
}
