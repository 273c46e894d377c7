import { chmodSync, readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import { writeLog } from '../../../src/workbench/log-file.ts'
import { openDatabase } from '../../../src/workbench/store/database.ts'
import { migrations } from '../../../src/workbench/store/migrations.ts'
import { openStore, storeFileName } from '../../../src/workbench/store/store.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { refusal } from '../refusal.ts'
import { exampleSample, runningRecord } from './example-run.ts'
import { openStores } from './open-stores.ts'

const stores = openStores()

describe.runIf(process.platform !== 'win32')('the workspace', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  it('is readable by its owner alone: its folder, database, log and backup', () => {
    const workspace = join(stores.workspace, 'workspace')
    const path = join(workspace, storeFileName)
    openDatabase(path, migrations.slice(0, 1)).close()
    openDatabase(path, migrations).close()
    writeLog(workspace, 'first')
    const files = readdirSync(workspace, { recursive: true, withFileTypes: true })
    const modes = files.map((file) => [file.name, modeOf(join(file.parentPath, file.name))])
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(['logs', 'headroom.log', storeFileName]))
    expect(modes.some(([name]) => name?.endsWith('.backup'))).toBe(true)
    expect(modes.filter(([name, mode]) => mode !== (name === 'logs' ? '700' : '600'))).toEqual([])
    expect(modeOf(workspace)).toBe('700')
  })

  it('of an earlier version becomes private, and a folder that the user made keeps its permissions', () => {
    const workspace = stores.workspace
    chmodSync(workspace, 0o755)
    const path = join(workspace, storeFileName)
    const earlier = new Libsql(path)
    earlier.exec('PRAGMA user_version = 0; CREATE TABLE any (one TEXT)')
    earlier.close()
    chmodSync(path, 0o644)
    const database = openDatabase(path, migrations)
    expect(readdirSync(workspace).map((name) => modeOf(join(workspace, name)))).toEqual(['600', '600', '600'])
    expect(modeOf(workspace)).toBe('755')
    database.close()
  })
})

describe('the store', () => {
  it('keeps what people say about a run beside its record, and forgets it with the run', () => {
    const store = stores.open()
    store.insertRun(knownRecord)
    const before = store.readRun(knownRecord.id)
    expect(store.listRuns()[0]).toMatchObject({ tags: [], notes: '' })
    store.annotateRun(knownRecord.id, { tags: ['night'], notes: 'Backup ran.' })
    store.annotateRun(knownRecord.id, { tags: ['night', 'new'], notes: 'Backup ran.' })
    expect(store.listRuns()[0]).toMatchObject({ tags: ['night', 'new'], notes: 'Backup ran.' })
    expect(store.readRun(knownRecord.id)).toEqual(before)
    expect(refusal(() => store.annotateRun('nobody', { tags: [], notes: '' })).code).toBe('RUN_NOT_FOUND')
    store.deleteRun(knownRecord.id)
    store.insertRun(knownRecord)
    expect(store.listRuns()[0]).toMatchObject({ tags: [], notes: '' })
  })

  it('gives back a run and its samples as they were', () => {
    const store = stores.open()
    const record = runningRecord('one')
    const samples = [0, 1, 2].map((second) => exampleSample(record, second))
    store.insertRun(record)
    for (const sample of samples) store.addSample('one', sample)
    expect(store.readRun('one')).toEqual(record)
    expect(store.readSamples('one')).toEqual(samples)
  })

  it('iterates over the seconds of a long run, each exactly once', () => {
    const store = stores.open()
    const record = runningRecord('long')
    store.insertRun(record)
    store.insertRun(runningRecord('another'))
    store.addSample('another', exampleSample(record, 7))
    // Two full pages, a hole between them, and nothing after: the end of a page is the end of the run.
    const seconds = [...Array(300).keys(), ...Array.from({ length: 300 }, (_, index) => 310 + index)]
    for (const second of seconds) store.addSample('long', exampleSample(record, second))
    const given: number[] = []
    for (const { second } of store.eachSample('long')) given.push(second)
    expect(given).toEqual(seconds)
    expect([...store.eachSample('nobody')]).toEqual([])
    const [first] = store.eachSample('long')
    expect(first, 'a reader may stop at any second').toEqual(exampleSample(record, 0))
  })

  it('lists runs newest first, with a sentence each', () => {
    const store = stores.open()
    store.insertRun(runningRecord('old', 1_000))
    store.insertRun(runningRecord('new', 2_000))
    expect(store.listRuns().map(({ id, sentence }) => [id, sentence])).toEqual([
      ['new', 'The run is in progress; what was measured so far is kept.'],
      ['old', 'The run is in progress; what was measured so far is kept.'],
    ])
  })

  it('changes what came of a run and never what it was started with', () => {
    const store = stores.open()
    const record = runningRecord('one')
    store.insertRun(record)
    store.updateRun({ ...record, status: 'complete', scenario: { ...record.scenario, name: 'another' } })
    const after = store.readRun('one')
    expect([after.status, after.scenario?.name]).toEqual(['complete', record.scenario.name])
  })

  it('keeps the first of two samples of one second', () => {
    const store = stores.open()
    const record = runningRecord('one')
    store.insertRun(record)
    store.addSample('one', exampleSample(record, 0))
    store.addSample('one', { ...exampleSample(record, 0), hostCpu: 1 })
    expect(store.readSamples('one').map((sample) => sample.hostCpu)).toEqual([null])
  })

  it('deletes a run with its samples, but not one that a living process runs', () => {
    const store = stores.open()
    const record = runningRecord('one')
    store.insertRun(record)
    store.addSample('one', exampleSample(record, 0))
    expect(refusal(() => store.deleteRun('one')).code).toBe('RUN_ACTIVE')
    store.updateRun({ ...record, status: 'complete' })
    store.deleteRun('one')
    expect(refusal(() => store.readRun('one')).code).toBe('RUN_NOT_FOUND')
    expect(store.readSamples('one')).toEqual([])
  })

  it('keeps drafts', () => {
    const store = stores.open()
    expect(store.loadDraft('scenario')).toBeNull()
    store.saveDraft('scenario', 'first')
    store.saveDraft('scenario', 'second')
    expect(store.loadDraft('scenario')).toBe('second')
  })

  it('names a damaged record and leaves the others alone', () => {
    const store = stores.open()
    store.insertRun(runningRecord('good'))
    store.insertRun(runningRecord('bad'))
    const database = openDatabase(join(stores.workspace, storeFileName), migrations)
    database.run("UPDATE runs SET frozen = '{}' WHERE id = ?", 'bad')
    database.close()
    expect(refusal(() => store.readRun('bad')).message).toBe('The workspace holds a damaged record: run bad.')
    expect(store.readRun('good').id).toBe('good')
  })

  it('lets two writers take turns', () => {
    const one = stores.open()
    const other = stores.open()
    const record = runningRecord('one')
    one.insertRun(record)
    for (let second = 0; second < 50; second += 1) {
      const store = second % 2 === 0 ? one : other
      store.addSample('one', exampleSample(record, second))
    }
    expect(one.readSamples('one')).toHaveLength(50)
  })
})

describe('a store that cannot be used', () => {
  it('is refused if it is not a database', async () => {
    await writeFile(
      join(stores.workspace, storeFileName),
      'not a database, but long enough to be read as one'.repeat(100),
    )
    expect(refusal(stores.open).code).toBe('STORE_UNUSABLE')
    expect(refusal(stores.open).message).toContain('is damaged')
  })

  it('is refused if a newer Headroom wrote it, and is not changed', () => {
    stores.open().insertRun(runningRecord('one'))
    const database = openDatabase(join(stores.workspace, storeFileName), migrations)
    database.run('PRAGMA user_version = 999')
    database.close()
    const error = refusal(stores.open)
    expect([error.code, error.message.includes('version 999')]).toEqual(['STORE_NEWER', true])
    const after = openDatabase(join(stores.workspace, storeFileName), [{ version: 999, sql: '' }])
    expect(after.one('SELECT count(*) AS runs FROM runs')).toEqual({ runs: 1 })
    after.close()
  })

  it('is refused if its folder is a file', async () => {
    const path = join(stores.workspace, 'file')
    await writeFile(path, '')
    const { code, message } = refusal(() => openStore(join(path, 'below')))
    expect([code, message]).toEqual([
      'STORE_UNUSABLE',
      `The workspace ${join(path, 'below')} could not be written: a part of its path is not a folder.`,
    ])
  })

  it('says that the disk is full, and keeps what was written before', () => {
    const database = openDatabase(join(stores.workspace, storeFileName), migrations)
    database.run('PRAGMA max_page_count = 40')
    let written = 0
    const error = refusal(() => {
      for (; ; written += 1) database.run('INSERT INTO drafts VALUES (?, ?, ?)', `d${written}`, 'x'.repeat(4_000), 0)
    })
    expect(error.code).toBe('DISK_FULL')
    expect(database.one('SELECT count(*) AS drafts FROM drafts')).toEqual({ drafts: written })
    database.close()
  })
})
