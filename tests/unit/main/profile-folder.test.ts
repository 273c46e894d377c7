import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { profileFolder } from '../../../src/main/profile-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'headroom-profile-'))

it('is the wanted folder, made if it was missing, and stays at the end', () => {
  const wanted = join(folder, 'workspace', 'window')
  const profile = profileFolder(wanted, folder)
  expect(profile.path).toBe(wanted)
  profile.remove()
  expect(existsSync(wanted)).toBe(true)
})

it('is a folder for this start alone if the wanted one cannot be made', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const profile = profileFolder(join(file, 'window'), folder)
  expect(dirname(profile.path)).toBe(folder)
  expect(existsSync(profile.path)).toBe(true)
  profile.remove()
  expect(existsSync(profile.path)).toBe(false)
})

// In /proc, Node's `mkdir` with `recursive` never returns, so the app would show no window.
it.runIf(existsSync('/proc/self'))('is a folder for this start alone in a file system that has no folders', () => {
  const profile = profileFolder('/proc/headroom/window', folder)
  expect(dirname(profile.path)).toBe(folder)
  profile.remove()
})
