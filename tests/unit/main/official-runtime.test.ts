import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isOfficialRuntime } from '../../../src/main/official-runtime.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

function packagedWith(content: string | null): boolean {
  const appPath = join(folder.path, `app-${Math.random()}`)
  mkdirSync(appPath)
  if (content !== null) writeFileSync(join(appPath, 'package.json'), content)
  return isOfficialRuntime({ isPackaged: true, appPath, resourcesPath: appPath })
}

describe('the Electron of a packaged app', () => {
  it('is official only if packaging stamped it so', () => {
    expect(packagedWith('{"electronRuntime":"official"}')).toBe(true)
    expect(packagedWith('{"electronRuntime":"registry"}')).toBe(false)
    expect(packagedWith('{"electronRuntime":"for-tests"}')).toBe(false)
    expect(packagedWith('{"name":"headroom"}')).toBe(false)
    expect(packagedWith('nonsense')).toBe(false)
    expect(packagedWith(null)).toBe(false)
  })
})

describe('the Electron of an app in development', () => {
  it('is official if it has its default app', () => {
    const place = { isPackaged: false, appPath: folder.path, resourcesPath: folder.path }
    expect(isOfficialRuntime(place)).toBe(false)
    writeFileSync(join(folder.path, 'default_app.asar'), '')
    expect(isOfficialRuntime(place)).toBe(true)
  })
})
