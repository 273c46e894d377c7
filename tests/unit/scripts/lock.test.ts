import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from '../../../scripts/setup/lock.mjs'

let folderPath = ''
beforeEach(() => {
  folderPath = mkdtempSync(join(tmpdir(), 'headroom-lock-'))
})
afterEach(() => rmSync(folderPath, { recursive: true, force: true }))

describe('withLock()', () => {
  it('lets one in at a time; the second says that it waits, and for whom', async () => {
    const events: string[] = []
    let release = (): void => {}
    const isHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = withLock('build', { folderPath }, async () => {
      events.push('first in')
      await isHeld
      events.push('first out')
    })
    while (!events.includes('first in')) await new Promise((resolve) => setTimeout(resolve, 5))
    const onWait = (_waitedMs: number, holder: string): void => {
      if (!events.includes(holder)) events.push(holder)
      release()
    }
    await withLock('build', { folderPath, onWait }, async () => events.push('second in'))
    await first
    expect(events).toEqual(['first in', `process ${process.pid}`, 'first out', 'second in'])
    expect(existsSync(join(folderPath, 'build.lock'))).toBe(false)
  })

  it('is free again after work that throws', async () => {
    const fail = withLock('build', { folderPath }, () => Promise.reject(new Error('no disk')))
    await expect(fail).rejects.toThrow('no disk')
    await expect(withLock('build', { folderPath }, async () => 'in')).resolves.toBe('in')
  })

  it('takes over what a killed process left, here at once and from elsewhere by its age', async () => {
    const lockPath = join(folderPath, 'build.lock')
    // Process ids end far below this one.
    writeFileSync(lockPath, JSON.stringify({ pid: 2 ** 30, host: hostname() }))
    await expect(withLock('build', { folderPath }, async () => 'in')).resolves.toBe('in')
    writeFileSync(lockPath, JSON.stringify({ pid: 1, host: 'elsewhere' }))
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(lockPath, longAgo, longAgo)
    await expect(withLock('build', { folderPath }, async () => 'in')).resolves.toBe('in')
  })

  it('gives up on a holder that lives on and on', async () => {
    writeFileSync(join(folderPath, 'build.lock'), JSON.stringify({ pid: process.pid, host: hostname() }))
    await expect(withLock('build', { folderPath, timeoutMs: 100 }, async () => 'in')).rejects.toThrow(/still holds/)
  })
})
