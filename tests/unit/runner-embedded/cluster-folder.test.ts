import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clusterFolderPath, makeClusterFolder } from '../../../src/runner/embedded/cluster-folder.ts'
import { removeClusterFolder } from '../../../src/runner/embedded/remove-cluster-folder.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

describe('the folder of a cluster', () => {
  it('is created in the run’s folder and removed together with it', async () => {
    const path = clusterFolderPath(join(folder.path, 'not', 'there', 'yet'), 'run-1')
    await makeClusterFolder(path, 1)
    writeFileSync(join(path, 'data'), 'x')
    expect(await removeClusterFolder(path)).toBe(true)
    expect(readdirSync(join(folder.path, 'not', 'there', 'yet'))).toEqual([])
  })

  it('is removed without other files in the run’s folder', async () => {
    const path = clusterFolderPath(folder.path, 'run-1')
    await makeClusterFolder(path, 1)
    writeFileSync(join(folder.path, 'run-1', 'lease.json'), '{}')
    expect(await removeClusterFolder(path)).toBe(true)
    expect(readdirSync(join(folder.path, 'run-1'))).toEqual(['lease.json'])
  })

  it('is refused if the disk has too little space left, and leaves nothing behind', async () => {
    const path = clusterFolderPath(folder.path, 'run-1')
    await expect(makeClusterFolder(path, 1e18)).rejects.toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringMatching(/needs 1,000 PB of disk, and .* has [\d.,]+ [kMGTP]?B left/),
    })
    expect(existsSync(join(folder.path, 'run-1'))).toBe(false)
  })

  it('is refused by name if a file of that name exists', async () => {
    writeFileSync(join(folder.path, 'file'), '')
    await expect(makeClusterFolder(clusterFolderPath(join(folder.path, 'file'), 'run-1'), 1)).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining(join(folder.path, 'file', 'run-1', 'kafka')),
    })
  })

  it('that does not exist counts as removed', async () => {
    mkdirSync(join(folder.path, 'run-1'))
    expect(await removeClusterFolder(clusterFolderPath(folder.path, 'run-1'))).toBe(true)
  })
})
