/** What a workspace says on a disk that takes no more writes. */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore, storeFileName } from '../../../src/workbench/store/store.ts'
import { refusal } from '../refusal.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { onReadOnlyView, onTinyDisk } from '../tiny-disk.ts'

const folder = temporaryFolder()
const diskKilobytes = 2_048
const skipped = 'mounting a small disk needs root'

/** Copies a workspace, because SQLite makes the files beside a database only while no connection in this process has them. */
function copyWorkspace(to: string): void {
  const made = join(folder.path, 'made')
  openStore(made).close()
  copyFileSync(join(made, storeFileName), join(to, storeFileName))
}

describe('a workspace on a disk that takes no more writes', () => {
  it('says that the disk is full, and can be used as soon as there is room', async (context) => {
    const disk = join(folder.path, 'disk')
    const filler = join(disk, 'filler')
    const work = async () => {
      copyWorkspace(disk)
      expect(() => writeFileSync(filler, Buffer.alloc(2 * diskKilobytes * 1_000))).toThrow('ENOSPC')
      expect(refusal(() => openStore(disk))).toMatchObject({
        code: 'DISK_FULL',
        message: `The workspace ${join(disk, storeFileName)} could not be written: the disk is full.`,
      })
      rmSync(filler)
      const store = openStore(disk)
      expect(store.listRuns()).toEqual([])
      store.close()
    }
    if (!(await onTinyDisk(disk, work, diskKilobytes))) context.skip(skipped)
  })

  it('says that the file system is read-only', async (context) => {
    const disk = join(folder.path, 'disk')
    const view = join(folder.path, 'view')
    const work = async () => {
      copyWorkspace(disk)
      await onReadOnlyView(disk, view, async () => {
        expect(refusal(() => openStore(view))).toMatchObject({
          code: 'STORE_UNUSABLE',
          message: `The workspace ${join(view, storeFileName)} could not be written: the file system is read-only.`,
        })
      })
    }
    if (!(await onTinyDisk(disk, work, diskKilobytes))) context.skip(skipped)
  })
})
