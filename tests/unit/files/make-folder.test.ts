import { existsSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, missingFolders } from '../../../src/files/make-folder.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

describe('a folder', () => {
  it('is made with its parents, and not changed if it exists', async () => {
    const path = join(folder.path, 'one', 'two')
    expect(missingFolders(path)).toEqual([join(folder.path, 'one'), path])
    makeFolder(path)
    await writeFile(join(path, 'kept'), '')
    makeFolder(path)
    expect(await readdir(path)).toEqual(['kept'])
  })

  it('gets the given permissions, and its new parents too', async () => {
    makeFolder(join(folder.path, 'one', 'two'), 0o700)
    for (const path of [join(folder.path, 'one'), join(folder.path, 'one', 'two')]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700)
    }
  })

  it('is refused below a file, and in place of one', async () => {
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'below')]) {
      expect(() => makeFolder(path)).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
    }
  })

  // Node's own way of making a folder with its parents never returns there.
  it.runIf(existsSync('/proc/self'))('is refused at once where a file system takes no folders', () => {
    expect(() => makeFolder('/proc/headroom/report')).toThrow('no folder can be made in /proc')
  })
})
