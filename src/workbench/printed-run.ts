/**
 * Builds the JSON of a run that `runs show --json` prints.
 */
import type { ExportedRun, RunFile } from '../contracts/run-file.ts'
import { exportOfRun, fileOfRun } from '../contracts/run-file-conversion.ts'
import type { Overlay } from '../contracts/verdict.ts'
import { overlayByCurrentRules } from '../evidence/overlay-run.ts'
import type { ShownRun } from './recorded-runs.ts'

/** A run file. If its verdict was given by older rules, it also contains the verdict by the rules of this version. */
export type PrintedRun = (RunFile | ExportedRun) & { readonly overlayByCurrentRules?: Overlay }

/** Returns the run, with or without its samples. */
export function printedRun({ run, samples }: ShownRun, hasSamples: boolean): PrintedRun {
  const file = hasSamples ? exportOfRun(run, samples) : fileOfRun(run)
  const current = overlayByCurrentRules(run)
  return current === null ? file : { ...file, overlayByCurrentRules: current }
}
