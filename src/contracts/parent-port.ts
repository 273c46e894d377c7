/**
 * What main and the workbench say to each other on `process.parentPort`: few words, never a run's data.
 *
 * Types only: main loads no schema library before its first window. Arguments of the workbench process:
 * `--workspace DIR` (only where given to the app) and `--resources DIR` (the repository in development, the app's
 * resources folder when packaged).
 */

import type { PrintJob } from './print-job.ts'

/** From main to the workbench. */
export type ParentMessage =
  /** A page wants to talk: one MessagePort comes with the message (`event.ports[0]`). */
  | { readonly type: 'connect' }
  /** The app quits: abort a live run and keep it as partial, close the store, answer `closed`, exit. */
  | { readonly type: 'close' }
  /** The answer to `print`, by its id; `problem` is null where the PDF is written. */
  | { readonly type: 'printed'; readonly id: number; readonly problem: string | null }
  /** The answer to `seal` and `unseal`, by their id; null where this computer has no keychain that can be used. */
  | { readonly type: 'secret'; readonly id: number; readonly text: string | null }

/** From the workbench to main. */
export type WorkbenchMessage =
  /** Whether a run is live: decides how long main waits for `closed` when the app quits. */
  | { readonly type: 'activity'; readonly isRunLive: boolean }
  /** Print a report that lies in a file: only Electron can. */
  | { readonly type: 'print'; readonly id: number; readonly job: PrintJob }
  /** Make a secret unreadable for all but this person on this computer: only Electron reaches the keychain. */
  | { readonly type: 'seal'; readonly id: number; readonly text: string }
  /** Make it readable again. */
  | { readonly type: 'unseal'; readonly id: number; readonly text: string }
  /** All that had to be kept is kept. */
  | { readonly type: 'closed' }
