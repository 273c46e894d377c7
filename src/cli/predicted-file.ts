import type { Explained } from '../presentation/sizing/explained-document.ts'

/** The answer to one scenario, or to several on one cluster: what the terminal shows, and the object of `--json`. */
export interface PredictedFile {
  /** The scenario's file; of several the names, joined. */
  readonly file: string
  readonly explained: Explained
  readonly printed: object
}
