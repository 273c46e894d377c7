/**
 * The page's calls to main: each sender is checked before anything is done, each argument is taken as unknown.
 */
import type { BrowserWindow, IpcMain } from 'electron'
import { mainCalls } from '../contracts/main-channels.ts'
import { isOwnPage } from './checked-sender.ts'

/** What is done of a call, for the window whose page made it. */
export type CallHandler = (window: BrowserWindow, argument: unknown) => unknown

/** A handler for each call that a page may make. */
export type CallHandlers = Readonly<Record<keyof typeof mainCalls, CallHandler>>

/** Answers the page's calls for as long as the app lives; `currentWindow` is null while there is none. */
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
