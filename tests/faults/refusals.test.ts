import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe } from 'vitest'
import { headroomJson, itInWorkspace, leftAfter } from '../integration/validate-support.ts'

const first = 'examples/first.headroom.json'

async function connectionFile(workspace: string, bootstrapServer: string): Promise<string> {
  const path = join(workspace, 'ours.connection.json')
  const connection = {
    kind: 'headroom.connection',
    schemaVersion: 1,
    name: 'Ours',
    bootstrapServers: [bootstrapServer],
  }
  await writeFile(path, JSON.stringify(connection))
  return path
}

describe.concurrent('a run that cannot be made', () => {
  itInWorkspace(
    'because nothing listens there says so, and the run is kept as failed',
    async ({ workspace, expect }) => {
      const target = await connectionFile(workspace, '127.0.0.1:9')
      const words = ['validate', first, '--target', target, '--yes']
      const { exitCode, value, err } = await headroomJson(workspace, words)
      expect([exitCode, value.error.code, value.status]).toEqual([4, 'CLUSTER_UNREACHABLE', 'failed'])
      expect(value.error.message).toContain('127.0.0.1:9')
      expect(value.error.remedy).toEqual(expect.any(String))
      // No stack trace: a line that begins with "at".
      expect(err).not.toMatch(/^ +at /m)
      expect(await leftAfter(workspace)).toEqual([])
    },
  )

  itInWorkspace('because something else listens there says so in good time', async ({ workspace, expect }) => {
    const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const target = await connectionFile(workspace, `127.0.0.1:${port}`)
    const { exitCode, value } = await headroomJson(workspace, ['validate', first, '--target', target, '--yes'])
    server.close()
    expect([exitCode, value.error.code]).toEqual([6, 'PREFLIGHT_FAILED'])
    expect(value.error.message).toContain(`127.0.0.1:${port}`)
  })

  itInWorkspace('because there is no Java says so, and what to do', async ({ workspace, expect }) => {
    const bare = join(workspace, 'bin')
    await mkdir(bare)
    execFileSync('ln', ['-s', process.execPath, join(bare, 'node')])
    const words = ['validate', first, '--target', 'embedded:kafka']
    const { exitCode, value } = await headroomJson(workspace, words, { PATH: bare })
    expect([exitCode, value.error.code]).toEqual([7, 'JAVA_MISSING'])
    expect(value.error.remedy).toMatch(/java/i)
  })

  itInWorkspace('because the workspace is no folder says so', async ({ workspace, expect }) => {
    const path = join(workspace, 'a-file')
    await writeFile(path, '')
    const { exitCode, value } = await headroomJson(path, ['runs', 'list'])
    expect([exitCode, value.error.code]).toEqual([9, 'STORE_UNUSABLE'])
  })
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(canMount).concurrent('a full disk', () => {
  itInWorkspace('stops a run whose samples cannot be kept, and says so', async ({ workspace, expect }) => {
    const small = join(workspace, 'small')
    const state = join(workspace, 'runner-state')
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

  itInWorkspace('while a report is written leaves no half of it', async ({ workspace, expect }) => {
    const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '8s']
    await headroomJson(workspace, ['validate', first, ...words])
    const small = join(workspace, 'small')
    await mkdir(small)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', small])
    try {
      const { exitCode, value } = await headroomJson(workspace, ['report', 'last', '--out', small])
      expect([exitCode, value.error.code]).toEqual([9, 'DISK_FULL'])
      expect(execFileSync('ls', ['-A', small], { encoding: 'utf8' })).toBe('')
    } finally {
      execFileSync('umount', [small])
    }
  })
})
