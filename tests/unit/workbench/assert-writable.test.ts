import { spawnSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assertWritableFile, assertWritableFolder } from '../../../src/workbench/files/assert-writable.ts'
import { writeFileAtomically } from '../../../src/workbench/files/write-file-atomically.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { onTinyDisk } from '../tiny-disk.ts'

const folder = temporaryFolder()
/** The user that owns nothing. */
const nobody = 65_534

/** Root may write everywhere: as somebody who may not. */
async function withoutRoot(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid?.(nobody)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}

describe('a place that can be written to', () => {
  it('is found without making or leaving anything', async () => {
    await expect(assertWritableFolder(folder.path)).resolves.toBeUndefined()
    await expect(assertWritableFolder(join(folder.path, 'one', 'two'))).resolves.toBeUndefined()
    expect(await readdir(folder.path)).toEqual([])
  })
})

describe('a place that cannot be written to', () => {
  it('is reported if a part of the path is a file', async () => {
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'below'), join(file, 'below', 'that')]) {
      await expect(assertWritableFolder(path)).rejects.toMatchObject({
        code: 'FILE_UNWRITABLE',
        message: `The folder ${path} could not be written: a part of its path is not a folder.`,
      })
    }
  })

  it.runIf(process.platform === 'linux')('is reported at once where a file system takes no files', async () => {
    await expect(assertWritableFolder('/proc/headroom/report')).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: 'The folder /proc/headroom/report could not be written: no file can be made in /proc.',
    })
    await expect(writeFileAtomically('/proc/headroom/report.html', '')).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
    })
  })

  it.skipIf(process.platform === 'win32')('is reported if access is denied', async () => {
    const path = join(folder.path, 'closed')
    await mkdir(path)
    await chmod(folder.path, 0o755)
    await chmod(path, 0o555)
    await withoutRoot(() =>
      expect(assertWritableFolder(join(path, 'report'))).rejects.toMatchObject({
        code: 'FILE_UNWRITABLE',
        message: expect.stringContaining('access is denied'),
      }),
    )
  })

  it.skipIf(process.platform === 'win32')(
    'is reported if a rename would replace a pipe, device or open file',
    async () => {
      const pipe = join(folder.path, 'pipe')
      expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
      const toPipe = join(folder.path, 'link')
      await symlink(pipe, toPipe)
      const toOpenFile = join(folder.path, 'output')
      await symlink('/proc/self/exe', toOpenFile)
      for (const path of process.platform === 'linux' ? [pipe, toPipe, toOpenFile] : [pipe, toPipe]) {
        const error = { code: 'FILE_UNWRITABLE', message: `${path} could not be written: it is a device or a pipe.` }
        const before = lstatSync(path).ino
        await expect(assertWritableFile(path)).rejects.toMatchObject(error)
        await expect(writeFileAtomically(path, 'text')).rejects.toMatchObject(error)
        expect(lstatSync(path).ino).toBe(before)
      }
      expect((await readdir(folder.path)).sort()).toEqual(['link', 'output', 'pipe'])
    },
  )

  it('is reported if the disk is full, and nothing is left there', async (context) => {
    const disk = join(folder.path, 'disk')
    const wasThere = await onTinyDisk(disk, async () => {
      await writeFile(join(disk, 'kept'), 'older')
      await expect(assertWritableFolder(join(disk, 'report'))).rejects.toMatchObject({ code: 'DISK_FULL' })
      expect(await readdir(disk)).toEqual(['kept'])
    })
    if (!wasThere) context.skip('mounting a small disk needs root')
  })
})
