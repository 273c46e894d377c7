/**
 * Prevents a packaged app from being debugged from outside. Through a debugging port, every program and every user of
 * this machine could control the window.
 */
import type { CommandLine } from 'electron'
import type { RuntimePlace } from './official-runtime.ts'
import { readPackageStamp } from './package-stamp.ts'

const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'] as const

/**
 * True if the app may be debugged: in development, and in the package that tests drive.
 * @param appPath folder or archive of the app, which has its package.json
 */
export function mayBeDebugged({ isPackaged, appPath }: Pick<RuntimePlace, 'isPackaged' | 'appPath'>): boolean {
  return !isPackaged || readPackageStamp(appPath) === 'for-tests'
}

/** Removes Chromium's debugging switches and logs each. Call it before the app is ready, because Chromium reads them then. */
export function ignoreDebuggingSwitches(commandLine: Pick<CommandLine, 'hasSwitch' | 'removeSwitch'>): void {
  for (const name of debuggingSwitches.filter((known) => commandLine.hasSwitch(known))) {
    console.error(`The option --${name} is ignored: a packaged Headroom cannot be debugged.`)
    commandLine.removeSwitch(name)
  }
}
