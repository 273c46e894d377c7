/**
 * Which Electron this is. The registry runtime for development and CI is unpatched, so the window says so.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { RuntimeDescription } from '../contracts/main-channels.ts'

/** The official distribution carries its own default app; a packaged app was built on nothing else. */
export function describeRuntime(): RuntimeDescription {
  return {
    electronVersion: process.versions.electron,
    isOfficialRuntime: app.isPackaged || existsSync(join(process.resourcesPath, 'default_app.asar')),
    platform: `${process.platform} ${process.arch}`,
  }
}
