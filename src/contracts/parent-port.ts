/**
 * Messages between the main process and the workbench on `process.parentPort`. They are short and never contain a run's
 * data.
 *
 * They are types without schemas, because the main process loads no schema library before its first window. The
 * arguments of the workbench process are `--workspace DIR` (only if the app was started with it) and `--resources DIR`
 * (the repository in development, the app's resources folder when packaged).
 */

import type { PrintJob } from './print-job.ts'

/** Messages from the main process to the workbench. */
export type ParentMessage =
  /** A page connects: the message carries one MessagePort (`event.ports[0]`). */
  | { readonly type: 'connect' }
  /**
   * The app quits, and its pages are closed. The workbench answers what they still sent, aborts an active run and keeps it as
   * partial, closes the store, sends `closed`, exits.
   */
  | { readonly type: 'close' }
  /** The response to `print` with the same id. `problem` is null if the PDF was written. */
  | { readonly type: 'printed'; readonly id: number; readonly problem: string | null }
  /** The response to `seal` or `unseal` with the same id. `text` is null if this computer has no usable keychain. */
  | { readonly type: 'secret'; readonly id: number; readonly text: string | null }
  /** The response to `is-granted` with the same id. */
  | { readonly type: 'granted'; readonly id: number; readonly isGranted: boolean }

/** Messages from the workbench to the main process. */
export type WorkbenchMessage =
  /** Reports whether a run is active. The main process then waits longer for `closed` when the app quits. */
  | { readonly type: 'activity'; readonly isRunLive: boolean }
  /** Requests a PDF of a report's HTML file, because only Electron can print. */
  | { readonly type: 'print'; readonly id: number; readonly job: PrintJob }
  /**
   * Requests that a secret is encrypted so that only this user on this computer can read it. Only Electron can access
   * the keychain.
   */
  | { readonly type: 'seal'; readonly id: number; readonly text: string }
  /** Requests that a sealed secret is decrypted. */
  | { readonly type: 'unseal'; readonly id: number; readonly text: string }
  /** Asks whether the user chose this file or folder in a dialog, before it is written for a page. */
  | { readonly type: 'is-granted'; readonly id: number; readonly kind: 'file' | 'folder'; readonly path: string }
  /** Everything that had to be saved is saved. */
  | { readonly type: 'closed' }
