import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LeaseFile, leaseFile } from '../../../src/contracts/lease.ts'
import { readProcessStartTime } from '../../../src/runner/host/process-start-time.ts'
import { Lease, leasePath, writeLease } from '../../../src/runner/host/run-lease.ts'
import { isAlive, sweepLeases } from '../../../src/runner/host/sweep-leases.ts'

let stateDirectory: string
let children: ChildProcess[]

beforeEach(() => {
  stateDirectory = mkdtempSync(join(tmpdir(), 'headroom-lease-'))
  children = []
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(stateDirectory, { recursive: true, force: true })
})

async function startChild(): Promise<{ pid: number; startTime: string; exited: Promise<void> }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  children.push(child)
  await new Promise((resolve) => child.once('spawn', resolve))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const pid = child.pid ?? 0
  return { pid, startTime: readProcessStartTime(pid) ?? '', exited }
}

function deadLease(change: Partial<LeaseFile>): LeaseFile {
  return {
    schemaVersion: 1,
    runId: 'dead',
    createdAtEpochMs: Date.now(),
    host: { pid: process.pid, startTime: 'of another process with this id' },
    processes: [],
    directories: [],
    topics: [],
    groups: [],
    cluster: null,
    ...change,
  }
}

function readLeaseOf(runId: string): LeaseFile {
  return leaseFile.parse(JSON.parse(readFileSync(leasePath(stateDirectory, runId), 'utf8')))
}

describe('a lease', () => {
  test('lists what was created, and is removed when nothing is left', () => {
    const lease = new Lease(stateDirectory, 'run-1')
    lease.addProcess({ pid: 4_711, startTime: 'then' })
    lease.addDirectory(join(stateDirectory, 'run-1', 'kafka'))
    expect(readLeaseOf('run-1')).toMatchObject({
      host: { pid: process.pid, startTime: readProcessStartTime(process.pid) },
      processes: [{ pid: 4_711, startTime: 'then' }],
    })
    lease.release({ topics: [], groups: [] })
    expect(readdirSync(stateDirectory)).toEqual([])
  })

  test('is kept with the names that could not be deleted from a cluster', () => {
    const lease = new Lease(stateDirectory, 'run-2')
    const cluster = { bootstrapServers: ['127.0.0.1:1'], needsSecrets: false }
    lease.setClusterNames({ topics: ['headroom-run-2-a', 'headroom-run-2-b'], groups: [], cluster })
    lease.release({ topics: ['headroom-run-2-b'], groups: [] })
    expect(readLeaseOf('run-2').topics).toEqual(['headroom-run-2-b'])
  })

  test('names its path if it cannot be written', () => {
    writeFileSync(join(stateDirectory, 'file'), '')
    expect(() => new Lease(join(stateDirectory, 'file'), 'run-3')).toThrow(/cannot be written: .*run-3/)
  })
})

describe('the sweep', () => {
  test('ends the processes of a dead run and removes its folder', async () => {
    const child = await startChild()
    const directory = join(stateDirectory, 'dead', 'kafka')
    mkdirSync(directory, { recursive: true })
    writeLease(
      leasePath(stateDirectory, 'dead'),
      deadLease({ processes: [{ pid: child.pid, startTime: child.startTime }], directories: [directory] }),
    )
    const notices = await sweepLeases(stateDirectory)
    await child.exited
    expect(notices).toEqual(['Ended 1 process that run dead had left.'])
    expect([existsSync(directory), existsSync(leasePath(stateDirectory, 'dead'))]).toEqual([false, false])
  })

  test('does not end a process that only has the same id', async () => {
    const child = await startChild()
    const reused = { pid: child.pid, startTime: 'long ago' }
    writeLease(leasePath(stateDirectory, 'dead'), deadLease({ processes: [reused] }))
    await sweepLeases(stateDirectory)
    expect(isAlive(child)).toBe(true)
  })

  test.runIf(process.platform === 'linux')(
    'does not end a process whose id and ticks are those of a process of another boot or machine',
    async () => {
      const child = await startChild()
      const ticks = child.startTime.split(':').at(-1) ?? ''
      const processes = [ticks, `00000000-0000-4000-8000-000000000000:${ticks}`].map((startTime) => ({
        pid: child.pid,
        startTime,
      }))
      writeLease(leasePath(stateDirectory, 'dead'), deadLease({ processes }))
      expect(await sweepLeases(stateDirectory)).toEqual([])
      expect(isAlive(child)).toBe(true)
    },
  )

  test('leaves the run of a running host alone', async () => {
    const child = await startChild()
    new Lease(stateDirectory, 'living').addProcess(child)
    expect(await sweepLeases(stateDirectory)).toEqual([])
    expect([isAlive(child), existsSync(leasePath(stateDirectory, 'living'))]).toEqual([true, true])
  })

  test('leaves a run alone if its host may run, on a system without start times', async () => {
    const child = await startChild()
    const host = { pid: child.pid, startTime: 'unknown' }
    const directory = join(stateDirectory, 'living', 'kafka')
    mkdirSync(directory, { recursive: true })
    writeLease(leasePath(stateDirectory, 'living'), deadLease({ runId: 'living', host, directories: [directory] }))
    expect(await sweepLeases(stateDirectory)).toEqual([])
    expect(existsSync(directory)).toBe(true)
    children.pop()?.kill('SIGKILL')
    await child.exited
    await sweepLeases(stateDirectory)
    expect([existsSync(directory), existsSync(leasePath(stateDirectory, 'living'))]).toEqual([false, false])
  })

  test('removes no folder outside the state folder, however its path is written', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'headroom-outside-'))
    const directories = [outside, `${stateDirectory}/../${outside.split('/').at(-1)}`, stateDirectory, '..']
    writeLease(leasePath(stateDirectory, 'dead'), deadLease({ directories }))
    const notices = await sweepLeases(stateDirectory)
    expect([existsSync(outside), existsSync(stateDirectory)]).toEqual([true, true])
    expect(notices).toHaveLength(4)
    rmSync(outside, { recursive: true })
  })

  test('removes no folder of others behind a link, and of a link only the link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'headroom-outside-'))
    mkdirSync(join(outside, 'documents', 'deep'), { recursive: true })
    symlinkSync(outside, join(stateDirectory, 'way'))
    symlinkSync(join(outside, 'documents'), join(stateDirectory, 'end'))
    const directories = ['way/documents', 'way/documents/deep', 'way/new/../documents', 'end']
    writeLease(leasePath(stateDirectory, 'dead'), deadLease({ directories }))
    const notices = await sweepLeases(stateDirectory)
    expect(existsSync(join(outside, 'documents', 'deep'))).toBe(true)
    expect(notices).toHaveLength(3)
    expect(readdirSync(stateDirectory)).toEqual(['way'])
    rmSync(outside, { recursive: true })
  })

  test('removes a lease that is a device, and leaves alone a folder with the name of one', async () => {
    symlinkSync('/dev/zero', leasePath(stateDirectory, 'endless'))
    mkdirSync(leasePath(stateDirectory, 'folder'))
    expect((await sweepLeases(stateDirectory)).join()).toContain('endless')
    expect(readdirSync(stateDirectory)).toEqual(['folder.lease.json'])
  })

  test('names topics of a cluster that does not respond, and keeps the lease for another try', async () => {
    const topics = ['headroom-dead-events']
    const cluster = { bootstrapServers: ['127.0.0.1:1'], needsSecrets: false }
    writeLease(leasePath(stateDirectory, 'dead'), deadLease({ topics, cluster }))
    const notices = await sweepLeases(stateDirectory)
    expect(notices.join()).toContain('headroom-dead-events')
    expect(existsSync(leasePath(stateDirectory, 'dead'))).toBe(true)
  })

  test('names topics of a cluster that requires a log-in, and removes the lease', async () => {
    const cluster = { bootstrapServers: ['kafka.example:9093'], needsSecrets: true }
    writeLease(leasePath(stateDirectory, 'dead'), deadLease({ topics: ['headroom-dead-events'], cluster }))
    expect((await sweepLeases(stateDirectory)).join()).toContain('headroom-dead-events')
    expect(existsSync(leasePath(stateDirectory, 'dead'))).toBe(false)
  })

  test('removes a lease that cannot be read, and says so', async () => {
    writeFileSync(leasePath(stateDirectory, 'torn'), '{"schemaVersion":1,"runI')
    expect((await sweepLeases(stateDirectory)).join()).toContain('torn')
    expect(readdirSync(stateDirectory)).toEqual([])
  })

  test('leaves the lease of a newer version alone', async () => {
    writeFileSync(leasePath(stateDirectory, 'newer'), '{"schemaVersion":2,"runId":"newer"}')
    expect((await sweepLeases(stateDirectory)).join()).toContain('newer version')
    expect(existsSync(leasePath(stateDirectory, 'newer'))).toBe(true)
  })

  test('finds nothing if there was no run yet', async () => {
    expect(await sweepLeases(join(stateDirectory, 'nowhere'))).toEqual([])
  })
})
