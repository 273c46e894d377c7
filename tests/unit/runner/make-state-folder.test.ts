import { existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeStateFolder } from '../../../src/runner/admin/make-state-folder.ts'
import { refusal } from '../refusal.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

describe('the folder of a runner or an agent', () => {
  it('is made with its parents, for its owner alone, and stays as it is afterwards', async () => {
    const path = join(folder.path, 'a', 'b')
    makeStateFolder(path)
    makeStateFolder(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  })

  it('is refused below a file, and in place of one', async () => {
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'state')]) {
      const { code, message, remedy } = refusal(() => makeStateFolder(path))
      expect([code, message]).toEqual(['FILE_UNWRITABLE', `The folder ${path} cannot be made.`])
      expect(remedy).toContain('--state-dir')
    }
  })

  // In this case Node's recursive mkdir never returns.
  it.runIf(existsSync('/proc/self'))('is refused in a file system that has no room for folders', () => {
    expect(refusal(() => makeStateFolder('/proc/headroom/state')).code).toBe('FILE_UNWRITABLE')
  })
})
