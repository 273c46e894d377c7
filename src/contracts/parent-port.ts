/**
 * Messages between the main process and the workbench on `process.parentPort`: short ones, never a run's data.
 *
 * Types only, because the main process loads no schema library before its first window. Arguments of the workbench
 * process: `--workspace DIR` (only if the app was given it) and `--resources DIR` (the repository in development, the
 * app's resources folder when packaged).
 */

import type { PrintJob } from './print-job.ts'

/** Messages from the main process to the workbench. */
export type ParentMessage =
  /** A page connects: the message carries one MessagePort (`event.ports[0]`). */
  | { readonly type: 'connect' }
  /** The app quits: abort a live run and keep it as partial, close the store, answer `closed`, exit. */
  | { readonly type: 'close' }
  /** The answer to `print` with the same id; `problem` is null if the PDF was written. */
  | { readonly type: 'printed'; readonly id: number; readonly problem: string | null }
  /** The answer to `seal` or `unseal` with the same id; `text` is null if this computer has no usable keychain. */
  | { readonly type: 'secret'; readonly id: number; readonly text: string | null }

/** Messages from the workbench to the main process. */
export type WorkbenchMessage =
  /** Reports whether a run is live. It determines how long the main process waits for `closed` when the app quits. */
  | { readonly type: 'activity'; readonly isRunLive: boolean }
  /** Requests that a report in a file is printed, which only Electron can do. */
  | { readonly type: 'print'; readonly id: number; readonly job: PrintJob }
  /**
   * Requests that a secret is encrypted so that only this user on this computer can read it. Only Electron can access
   * the keychain.
   */
  | { readonly type: 'seal'; readonly id: number; readonly text: string }
  /** Requests that a sealed secret is decrypted. */
  | { readonly type: 'unseal'; readonly id: number; readonly text: string }
  /** Everything that had to be saved is saved. */
  | { readonly type: 'closed' }
