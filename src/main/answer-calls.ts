/**
 * Registers main's handlers of the calls that the page makes over IPC. A call is refused unless it comes from the app's own
 * page. Its argument arrives unchecked, so each handler must check it.
 */
import type { BrowserWindow, IpcMain } from 'electron'
import { mainCalls } from '../contracts/main-channels.ts'
import { isOwnPage } from './checked-sender.ts'

/** Handles one call. @param window the window whose page made the call @param argument undefined if the call has none */
export type CallHandler = (window: BrowserWindow, argument: unknown) => unknown

/** One handler per call that a page may make. */
export type CallHandlers = Readonly<Record<keyof typeof mainCalls, CallHandler>>

/** Registers the handlers. @param currentWindow returns null while there is no window */
export function answerCalls(
  ipcMain: Pick<IpcMain, 'handle'>,
  handlers: CallHandlers,
  currentWindow: () => BrowserWindow | null,
): void {
  for (const name of Object.keys(handlers) as (keyof typeof mainCalls)[]) {
    ipcMain.handle(mainCalls[name], (event, argument: unknown) => {
      const window = currentWindow()
      if (window === null || !isOwnPage(event, window)) throw new Error('This page may not call Headroom.')
      return handlers[name](window, argument)
    })
  }
}
