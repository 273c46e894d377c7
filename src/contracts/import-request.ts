import { z } from 'zod'
import { importColumn } from './import-columns.ts'
import { displayName } from './primitives.ts'
import { scenario } from './scenario.ts'

/** A request to import measurements of other tools. */
export const importRequest = z.strictObject({
  /** Output files of one benchmark. The figures of its clients are added up. */
  paths: z.array(z.string().min(1)).min(1).max(1000),
  /** Scenario whose prediction is compared with the import. The benchmark ran on its deployment. */
  scenario: scenario.optional(),
  /** Name of the run. Left out: the scenario's name or, without a scenario, the tools and the first file. */
  name: displayName.optional(),
  /**
   * True if the files are repetitions of one benchmark: one per folder or, if all files are in one folder, one per
   * file.
   */
  areRepeats: z.boolean().optional(),
  /** Columns of CSV files. A file in which no tool is recognised is read as CSV. */
  columns: z.array(importColumn).max(20).optional(),
})
export type ImportRequest = z.output<typeof importRequest>
