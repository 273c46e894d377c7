/** What a workspace still gives whose files were cut or may not be written. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import { createRuns } from '../../../src/workbench/recorded-runs.ts'
import { makeDatabaseFile } from '../../../src/workbench/store/database-file.ts'
import { openStore, type Store, storeFileName } from '../../../src/workbench/store/store.ts'
import { refusal } from '../refusal.ts'
import { asOtherUser, canBecomeOtherUser } from './as-other-user.ts'
import { exampleSample, runningRecord } from './example-run.ts'
import { openStores } from './open-stores.ts'

const stores = openStores()
const sampleCount = 200
const pageBytes = 4_096

/** Fills the workspace with a run. @returns the path of its database, whose latest pages are in the log beside it */
function filled(): string {
  const store = stores.open()
  const record = runningRecord('one')
  store.insertRun(record)
  for (let second = 0; second < sampleCount; second += 1) store.addSample('one', exampleSample(record, second))
  return join(stores.workspace, storeFileName)
}

/** A folder of its own with these files of the workspace, as after the end of all processes that had them open. */
function copyOf(...suffixes: readonly string[]): string {
  const folder = join(stores.workspace, 'copy')
  mkdirSync(folder)
  for (const suffix of suffixes) {
    copyFileSync(join(stores.workspace, storeFileName + suffix), join(folder, storeFileName + suffix))
  }
  return folder
}

/** Takes from all others the right to write into a folder of the workspace. */
function letOnlyRead(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
  for (const each of [stores.workspace, folder]) chmodSync(each, 0o755)
}

describe('a workspace that two processes make at the same time', () => {
  it('is the one that was there first, with what was written into it, and nothing else is left', () => {
    const path = join(stores.workspace, storeFileName)
    makeDatabaseFile(path, (newPath) => {
      copyFileSync(filled(), newPath)
    })
    expect(stores.open().listRuns().length).toBe(1)
    expect(readdirSync(stores.workspace).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('has no database if none could be made', () => {
    const path = join(stores.workspace, storeFileName)
    const failing = () => {
      throw new Error('the disk is full')
    }
    expect(refusal(() => makeDatabaseFile(path, failing)).code).toBe('STORE_UNUSABLE')
    expect(readdirSync(stores.workspace)).toEqual([])
  })
})

describe('a workspace whose files were cut', () => {
  it.each([
    ['half of it', (bytes: number) => bytes / 2],
    ['its last page', (bytes: number) => bytes - pageBytes],
    ['all but its first byte', () => 1],
    ['everything', () => 0],
  ])('is refused as damaged if its database lacks %s', (_what, keep) => {
    const path = filled()
    const writer = new Libsql(path)
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    writer.close()
    const folder = copyOf('')
    const cutPath = join(folder, storeFileName)
    truncateSync(cutPath, keep(statSync(cutPath).size))
    const { code, message } = refusal(() => openStore(folder))
    expect([code, message]).toEqual([
      'STORE_UNUSABLE',
      `The workspace ${cutPath} is damaged: it is not a complete database.`,
    ])
  })

  it('keeps every sample before the cut if it is in the log of what was written last', () => {
    filled()
    const folder = copyOf('', '-wal')
    const logPath = join(folder, `${storeFileName}-wal`)
    truncateSync(logPath, statSync(logPath).size / 2)
    const store = openStore(folder)
    const seconds = store.readSamples('one').map(({ second }) => second)
    store.close()
    expect(seconds.length).toBeGreaterThan(0)
    expect(seconds.length).toBeLessThan(sampleCount)
    expect(seconds).toEqual(seconds.map((_, index) => index))
  })
})

describe('a workspace whose database is changed by others while it is open', () => {
  /** An open store with a run that has not ended, whose pages are all in the database file and not in the log beside it. */
  function openAndPacked() {
    const path = filled()
    const writer = new Libsql(path)
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    writer.close()
    return { store: stores.open(), path }
  }
  const write = (store: Store) => store.addSample('one', exampleSample(runningRecord('one'), sampleCount))

  it.each([
    ['moved', (path: string) => renameSync(path, `${path}.moved`)],
    [
      'replaced',
      (path: string) => {
        copyFileSync(path, `${path}.copy`)
        renameSync(`${path}.copy`, path)
      },
    ],
  ])('says of the next write that it was %s, and writes nothing', (_what, harm) => {
    const { store, path } = openAndPacked()
    harm(path)
    const { code, message } = refusal(() => write(store))
    expect([code, message]).toEqual([
      'STORE_UNUSABLE',
      `The workspace ${path} was moved, deleted or replaced while it was in use.`,
    ])
    expect(store.readSamples('one')).toHaveLength(sampleCount)
  })

  it.each([
    ['lost its end', (bytes: number) => bytes - pageBytes],
    ['was emptied', () => 0],
  ])('says of the next write that it is damaged if it %s', (_what, keep) => {
    const { store, path } = openAndPacked()
    truncateSync(path, keep(statSync(path).size))
    expect(refusal(() => write(store)).message).toBe(`The workspace ${path} is damaged: it is not a complete database.`)
  })

  it('is written to as before if another program only packed it', () => {
    const { store, path } = openAndPacked()
    store.addRun({ ...runningRecord('two'), status: 'partial' }, [exampleSample(runningRecord('two'), 0)])
    store.updateRun({ ...runningRecord('one'), status: 'partial' })
    store.deleteRun('one')
    const other = new Libsql(path)
    other.exec('VACUUM')
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    other.close()
    store.saveDraft('scenario', 'a draft')
    expect([store.loadDraft('scenario'), store.listRuns().map(({ id }) => id)]).toEqual(['a draft', ['two']])
  })

  it('does not take the outcome of a run that cannot be read again', () => {
    const { store, path } = openAndPacked()
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(statSync(path).size, 0xff))
    closeSync(file)
    const ended = { ...runningRecord('one'), status: 'complete', endReason: 'plan-complete' } as const
    expect(refusal(() => store.updateRun(ended)).code).toBe('STORE_UNUSABLE')
  })
})

describe('a workspace whose database is a symbolic link', () => {
  it.each(['another database', 'no database', 'nothing'])('is refused, and %s is not changed', (what) => {
    const target = join(stores.workspace, 'target')
    if (what === 'another database') {
      const other = new Libsql(target)
      other.exec('CREATE TABLE theirs (a)')
      other.close()
    } else if (what === 'no database') writeFileSync(target, 'x'.repeat(200))
    if (what !== 'nothing') chmodSync(target, 0o644)
    const before = what === 'nothing' ? null : readFileSync(target)
    symlinkSync(target, join(stores.workspace, storeFileName))
    const { code, message } = refusal(() => openStore(stores.workspace))
    expect([code, message]).toEqual([
      'STORE_UNUSABLE',
      `The workspace ${stores.workspace} could not be written: it is a symbolic link.`,
    ])
    expect(statSync(target, { throwIfNoEntry: false })?.mode).toBe(what === 'nothing' ? undefined : 0o100_644)
    if (before !== null) expect(readFileSync(target)).toEqual(before)
  })
})

// The owner makes the files writable again. Only root can become another user, who may not.
describe.runIf(canBecomeOtherUser)('a workspace that may only be read', () => {
  it('shows its runs, and says of every write that it is read-only', () => {
    filled()
    const folder = copyOf('', '-wal', '-shm')
    letOnlyRead(folder)
    asOtherUser(() => {
      const store = openStore(folder)
      expect([store.listRuns().length, store.readSamples('one').length]).toEqual([1, sampleCount])
      for (const write of [() => store.saveDraft('scenario', 'x'), () => store.insertRun(runningRecord('two'))]) {
        const { code, message, remedy } = refusal(write)
        expect([code, message.endsWith('attempt to write a readonly database.')]).toEqual(['STORE_UNUSABLE', true])
        expect(remedy).toEqual(expect.any(String))
      }
      store.close()
    })
  })
})

describe('a run whose process has died', () => {
  /** Lets the run look as if its process had died. */
  function interrupt(): void {
    const path = filled()
    const writer = new Libsql(path)
    writer.exec("UPDATE runs SET owner_started_at = 'in another life'")
    writer.close()
  }

  it('is listed as partial while another process holds the workspace, and stored as that afterwards', () => {
    interrupt()
    const store = stores.open()
    const runs = createRuns(() => store)
    const other = new Libsql(join(stores.workspace, storeFileName))
    other.exec('BEGIN IMMEDIATE')
    expect(runs.list()).toMatchObject([{ id: 'one', status: 'partial', tags: [] }])
    expect(store.readRun('one').status).toBe('running')
    other.exec('ROLLBACK')
    other.close()
    runs.show('one')
    expect(store.readRun('one')).toMatchObject({ status: 'partial', endReason: 'app-killed' })
  }, 60_000)

  it.runIf(canBecomeOtherUser)('is shown with its result in a workspace that may only be read', () => {
    interrupt()
    const folder = copyOf('', '-wal', '-shm')
    letOnlyRead(folder)
    asOtherUser(() => {
      const store = openStore(folder)
      const runs = createRuns(() => store)
      const { run, samples } = runs.show('one')
      expect([run.status, run.endReason, samples.length]).toEqual(['partial', 'app-killed', sampleCount])
      expect(run.result).not.toBeNull()
      expect(runs.list()).toMatchObject([{ id: 'one', status: 'partial' }])
      store.close()
    })
  })

  it('and whose record is damaged hides no other run', () => {
    interrupt()
    const writer = new Libsql(join(stores.workspace, storeFileName))
    writer.exec(`INSERT INTO runs SELECT 'two', created_at_epoch_ms + 1, status, owner_pid, owner_started_at, frozen, '{}', list_entry
      FROM runs WHERE id = 'one'`)
    writer.close()
    const store = stores.open()
    const runs = createRuns(() => store)
    expect(runs.list()).toHaveLength(2)
    expect(runs.show('one').run.status).toBe('partial')
    expect(refusal(() => runs.show('two')).message).toContain('two')
  })
})
