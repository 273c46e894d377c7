/**
 * Handles the page's calls to main. The sender is checked first. Handlers must check the arguments, whose type is
 * unknown.
 */
import type { BrowserWindow, IpcMain } from 'electron'
import { mainCalls } from '../contracts/main-channels.ts'
import { isOwnPage } from './checked-sender.ts'

/** Handles one call. @param window the window whose page made the call */
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
