/**
 * The verdict table. The first row that applies decides. docs/verdicts.md is generated from it.
 */

import { bandRows } from './band-rows.ts'
import type { VerdictFacts } from './facts.ts'
import { loadRows } from './load-rows.ts'
import { type Judgement, judgeByRow, type VerdictRow } from './row.ts'
import { sampledRunRows } from './sampled-run-rows.ts'
import { targetRows } from './target-rows.ts'
import { toolOutputRows } from './tool-output-rows.ts'

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
  { theme: 'Deployment and target', rows: targetRows },
  { theme: 'Figures that tools reported', rows: toolOutputRows },
  { theme: 'A run that Headroom sampled', rows: sampledRunRows },
  { theme: 'The load', rows: loadRows },
  { theme: 'The bands', rows: bandRows },
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
