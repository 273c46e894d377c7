import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { startWatchdog } from '../../../src/runner/embedded/watchdog.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

describe('the watchdog', () => {
  test('throws if its script is missing, naming the script and a remedy', () => {
    const missing = join(folder.path, 'watchdog.mjs')
    try {
      startWatchdog(missing)
      expect.unreachable()
    } catch (error) {
      const { code, message, remedy } = AppError.from(error)
      expect([code, message.includes(missing), remedy?.includes('npm start')]).toEqual(['RUNNER_NOT_READY', true, true])
    }
  })

  test('removes the watched folder when it is released', async () => {
    const path = join(folder.path, 'cluster-headroom-run')
    mkdirSync(path)
    writeFileSync(join(path, 'data'), 'x')
    const watchdog = startWatchdog()
    watchdog.watch({ kind: 'directory', path })
    await watchdog.release()
    expect(existsSync(path)).toBe(false)
  })

  test('removes the watched folder itself if the watchdog does not answer', async () => {
    const script = join(folder.path, 'hangs.mjs')
    writeFileSync(script, 'setInterval(() => undefined, 1000)')
    const path = join(folder.path, 'cluster-of-hanging')
    mkdirSync(path)
    const watchdog = startWatchdog(script)
    watchdog.watch({ kind: 'directory', path })
    await watchdog.release()
    expect(existsSync(path)).toBe(false)
  })
})
