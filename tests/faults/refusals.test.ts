import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headroomJson, leftAfter, makeWorkspace } from '../integration/validate-support.ts'

const first = 'examples/first.headroom.json'
let workspace: Awaited<ReturnType<typeof makeWorkspace>>
beforeEach(async () => {
  workspace = await makeWorkspace()
})
afterEach(() => workspace.remove())

async function connectionFile(bootstrapServer: string): Promise<string> {
  const path = join(workspace.path, 'ours.connection.json')
  const connection = {
    kind: 'headroom.connection',
    schemaVersion: 1,
    name: 'Ours',
    bootstrapServers: [bootstrapServer],
  }
  await writeFile(path, JSON.stringify(connection))
  return path
}

describe('a run that cannot be made', () => {
  it('because nobody listens there says so, and the run is kept as failed', async () => {
    const target = await connectionFile('127.0.0.1:9')
    const words = ['validate', first, '--target', target, '--yes']
    const { exitCode, value, err } = await headroomJson(workspace.path, words)
    expect([exitCode, value.error.code, value.status]).toEqual([4, 'CLUSTER_UNREACHABLE', 'failed'])
    expect(value.error.message).toContain('127.0.0.1:9')
    expect(value.error.remedy).toEqual(expect.any(String))
    expect(err).not.toContain('    at ')
    expect(await leftAfter(workspace.path, 5_000)).toEqual([])
  })

  it('because something else listens there says so in good time', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const target = await connectionFile(`127.0.0.1:${port}`)
    const { exitCode, value } = await headroomJson(workspace.path, ['validate', first, '--target', target, '--yes'])
    server.close()
    expect([exitCode, value.error.code]).toEqual([6, 'PREFLIGHT_FAILED'])
    expect(value.error.message).toContain(`127.0.0.1:${port}`)
  })

  it('because there is no Java says so, and what to do', async () => {
    const before = process.env.PATH
    const bare = join(workspace.path, 'bin')
    await mkdir(bare)
    execFileSync('ln', ['-s', process.execPath, join(bare, 'node')])
    try {
      process.env.PATH = bare
      const { exitCode, value } = await headroomJson(workspace.path, ['validate', first, '--target', 'embedded:kafka'])
      expect([exitCode, value.error.code]).toEqual([7, 'JAVA_MISSING'])
      expect(value.error.remedy).toMatch(/java/i)
    } finally {
      process.env.PATH = before
    }
  })

  it('because the workspace is no folder says so', async () => {
    const path = join(workspace.path, 'a-file')
    await writeFile(path, '')
    const { exitCode, value } = await headroomJson(path, ['runs', 'list'])
    expect([exitCode, value.error.code]).toEqual([9, 'STORE_UNUSABLE'])
  })
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(canMount)('a full disk', () => {
  it('stops a run whose samples cannot be kept, and says so', async () => {
    const small = join(workspace.path, 'small')
    const state = join(workspace.path, 'runner-state')
    await mkdir(small)
    await mkdir(state)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700k', 'tmpfs', small])
    try {
      // The runner's own folder stays on the large disk: only the store is to run out of room.
      execFileSync('ln', ['-s', state, join(small, 'runner')])
      const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '60s']
      const { exitCode, value } = await headroomJson(small, ['validate', first, ...words])
      expect([exitCode, value.error.code]).toEqual([9, 'DISK_FULL'])
      expect(value.status).toBe('partial')
    } finally {
      execFileSync('umount', [small])
    }
  })

  it('while a report is written leaves no half of it', async () => {
    const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '8s']
    await headroomJson(workspace.path, ['validate', first, ...words])
    const small = join(workspace.path, 'small')
    await mkdir(small)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', small])
    try {
      const { exitCode, value } = await headroomJson(workspace.path, ['report', 'last', '--out', small])
      expect([exitCode, value.error.code]).toEqual([9, 'DISK_FULL'])
      expect(execFileSync('ls', ['-A', small], { encoding: 'utf8' })).toBe('')
    } finally {
      execFileSync('umount', [small])
    }
  })
})
