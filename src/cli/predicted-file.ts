import type { Explained } from '../presentation/sizing/explained-document.ts'

/**
 * The prediction for one scenario, or for several on one cluster, as text for the terminal and as the object of
 * `--json`.
 */
export interface PredictedFile {
  /** Name of the scenario's file. For several scenarios, their names, joined. */
  readonly file: string
  readonly explained: Explained
  readonly printed: object
}
