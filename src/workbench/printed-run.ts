/**
 * A run as `runs show --json` prints it.
 */
import type { ExportedRun, RunFile } from '../contracts/run-file.ts'
import { exportOfRun, fileOfRun } from '../contracts/run-file-conversion.ts'
import type { Overlay } from '../contracts/verdict.ts'
import { overlayByCurrentRules } from '../evidence/overlay-run.ts'
import type { ShownRun } from './runs.ts'

/** The form of a run file, and the verdict by today's rules if older ones gave the stored one. */
export type PrintedRun = (RunFile | ExportedRun) & { readonly overlayByCurrentRules?: Overlay }

/** The run with its samples, or without. */
export function printedRun({ run, samples }: ShownRun, hasSamples: boolean): PrintedRun {
  const file = hasSamples ? exportOfRun(run, samples) : fileOfRun(run)
  const current = overlayByCurrentRules(run)
  return current === null ? file : { ...file, overlayByCurrentRules: current }
}
