/**
 * A workspace that becomes full, read-only, locked, damaged or replaced in each phase of a run on simulated brokers.
 *
 * Whatever befalls it, and whenever: the command ends with one JSON object, exit code 9 and a sentence; nothing of the run
 * is left; and what it did not store is not said to be stored.
 */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStore, storeFileName } from '../../src/workbench/store/store.ts'
import { lastRun } from '../faults/running-run.ts'
import { callHeadroom, itInWorkspace, leftAfter } from '../integration/validate-support.ts'
import { exampleSample, runningRecord } from '../unit/workbench/example-run.ts'
import { type SimulatedPhase, simulatedPhaseNames, simulatedPhases, simulatedRun } from './run-phases.ts'

interface Harm {
  /** Phases in which it is said by the run itself; left out: all. */
  readonly phases?: readonly SimulatedPhase[]
  /** Does it, and returns what ends it. */
  begin(workspace: string): () => void
  /** What the preload library makes of writes once it has begun; undefined if the library is not needed. */
  readonly way?: 'full' | 'readonly'
  readonly code: 'DISK_FULL' | 'STORE_UNUSABLE'
  readonly says: string
  /** What the next start may find of the run: an ended run, or the code of an error. */
  readonly later: readonly ('an ended run' | 'STORE_UNUSABLE' | 'RUN_NOT_FOUND')[]
}

/** The file whose being there makes all writes fail. */
const signPath = (workspace: string) => join(workspace, 'writes-fail')

function letWritesFail(workspace: string): () => void {
  writeFileSync(signPath(workspace), '')
  return () => rmSync(signPath(workspace))
}

function overwrite(workspace: string): () => void {
  const path = join(workspace, storeFileName)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(statSync(path).size, 0xff))
  closeSync(file)
  return () => undefined
}

const harms: Readonly<Record<string, Harm>> = {
  'is full': {
    begin: letWritesFail,
    way: 'full',
    ...{ code: 'DISK_FULL', says: 'could not be written: the disk is full.', later: ['an ended run'] },
  },
  'becomes read-only': {
    begin: letWritesFail,
    way: 'readonly',
    ...{ code: 'STORE_UNUSABLE', says: 'could not be written: its disk refuses writes.', later: ['an ended run'] },
  },
  'is locked by another process': {
    begin(workspace) {
      const other = new Libsql(join(workspace, storeFileName))
      other.pragma('busy_timeout = 5000')
      other.exec('BEGIN IMMEDIATE')
      return () => {
        other.exec('ROLLBACK')
        other.close()
      }
    },
    ...{ code: 'STORE_UNUSABLE', says: 'is locked by another process.', later: ['an ended run'] },
  },
  // The rows of the run may be in the part that was cut, or in the log of what was written last.
  'is truncated': {
    begin(workspace) {
      const path = join(workspace, storeFileName)
      truncateSync(path, statSync(path).size / 2)
      return () => undefined
    },
    ...{
      code: 'STORE_UNUSABLE',
      says: 'is damaged: it is not a complete database.',
      later: ['an ended run', 'STORE_UNUSABLE'],
    },
  },
  'is overwritten': {
    begin: overwrite,
    phases: ['the cluster starts', 'preflight', 'load'],
    ...{ code: 'STORE_UNUSABLE', says: 'is damaged: it is not a complete database.', later: ['STORE_UNUSABLE'] },
  },
  'is moved away': {
    begin(workspace) {
      const path = join(workspace, storeFileName)
      for (const suffix of ['', '-wal', '-shm']) renameSync(path + suffix, join(workspace, `moved${suffix}`))
      return () => undefined
    },
    ...{
      code: 'STORE_UNUSABLE',
      says: 'was moved, deleted or replaced while it was in use.',
      later: ['RUN_NOT_FOUND'],
    },
  },
}

/** Gives the workspace an older run, so that most of its database is not in the log of what was written last. */
function fill(workspace: string): void {
  const store = openStore(workspace)
  const record = runningRecord('older')
  store.addRun(
    { ...record, status: 'partial', endReason: 'user-abort' },
    Array.from({ length: 400 }, (_, second) => exampleSample(record, second)),
  )
  store.close()
  const connection = new Libsql(join(workspace, storeFileName))
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-harm-'))
  const flags = ['-O2', '-Wall', '-Werror', '-shared', '-fPIC', '-o', join(folder, 'failing.so')]
  execFileSync('cc', [...flags, 'tests/long/failing-writes.c', '-ldl'])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(process.platform === 'linux').concurrent('a workspace that', () => {
  const cases = Object.entries(harms).flatMap(([what, harm]) =>
    (harm.phases ?? simulatedPhaseNames).map((phase) => [what, phase, harm] as const),
  )
  itInWorkspace.for(cases)(
    '%s while a run is in its phase %s is said, and nothing is left',
    async (each, { workspace, expect }) => {
      const [, phase, { begin, way, code, says, later }] = each
      fill(workspace)
      const failing = {
        LD_PRELOAD: join(folder, 'failing.so'),
        FAILING_FOLDER: join(workspace, storeFileName),
        FAILING_WHEN: signPath(workspace),
      }
      const call = callHeadroom(workspace, simulatedRun, way === undefined ? {} : { ...failing, FAILING_WAY: way })
      await call.says(simulatedPhases[phase])
      const stop = begin(workspace)
      const end = await call.exited
      stop()
      const said = JSON.parse(end.out)
      expect([end.exitCode, said.error?.code, said.error?.message]).toEqual([9, code, expect.stringContaining(says)])
      expect(said.error.remedy).toEqual(expect.any(String))
      expect(end.err).not.toMatch(/^ {4}at /m)
      expect(await leftAfter(workspace)).toEqual([])
      const run = await lastRun(workspace)
      expect(later).toContain(run.error?.code ?? 'an ended run')
      if (run.error !== undefined) return
      const hasLoad = phase === 'load' || phase === 'clean-up'
      expect([said.status, run.status]).toEqual(hasLoad ? ['partial', 'partial'] : ['failed', 'failed'])
      if (hasLoad) expect(run.result.accounting.ackedRecords).toBeGreaterThan(0)
    },
  )

  // So late the run may still find all that it reads in the log of what was written last.
  itInWorkspace(
    'is overwritten while a run cleans up is said by the next start at the latest',
    async ({ workspace, expect }) => {
      fill(workspace)
      const call = callHeadroom(workspace, simulatedRun)
      await call.says(simulatedPhases['clean-up'])
      overwrite(workspace)
      await call.exited
      expect(await leftAfter(workspace)).toEqual([])
      expect((await lastRun(workspace)).error?.code).toBe('STORE_UNUSABLE')
    },
  )
})
