import { z } from 'zod'
import { importColumn } from './import-columns.ts'
import { displayName } from './primitives.ts'
import { scenario } from './scenario.ts'

/** What a person asks for when importing what other tools measured. */
export const importRequest = z.strictObject({
  /** Outputs of one benchmark: its clients are summed. */
  paths: z.array(z.string().min(1)).min(1).max(1000),
  /** Lay it on the prediction of this scenario: the benchmark ran on its deployment. */
  scenario: scenario.optional(),
  /** Left out: the scenario's name, else the tools and the first file. */
  name: displayName.optional(),
  /** The files are repeats of one benchmark: each folder is one; where all lie in one folder, each file. */
  areRepeats: z.boolean().optional(),
  /** Columns of CSV files: a file in which no tool is recognised is read as one. */
  columns: z.array(importColumn).max(20).optional(),
})
export type ImportRequest = z.output<typeof importRequest>
