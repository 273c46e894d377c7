import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { stepResultOf } from '../../../src/evidence/step-result.ts'
import { openDatabase } from '../../../src/workbench/store/database.ts'
import { migrations } from '../../../src/workbench/store/migrations.ts'
import { currentProcess, isAlive } from '../../../src/workbench/store/process-identity.ts'
import { openStore, type Store, storeFileName } from '../../../src/workbench/store/store.ts'
import { knownRecord } from '../reports/known-run.ts'
import { bundleScript } from './bundle-script.ts'
import { exampleCampaign } from './example-campaign.ts'
import { exampleSample, runningRecord } from './example-run.ts'

let workspace = ''
const opened: Store[] = []

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'headroom-store-'))
})
afterEach(async () => {
  for (const store of opened.splice(0)) store.close()
  await rm(workspace, { recursive: true, force: true })
})

function open(): Store {
  const store = openStore(workspace)
  opened.push(store)
  return store
}

function refusal(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('the store', () => {
  it('keeps what people say about a run beside its record, and forgets it with the run', () => {
    const store = open()
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
    const store = open()
    const record = runningRecord('one')
    const samples = [0, 1, 2].map((second) => exampleSample(record, second))
    store.insertRun(record)
    for (const sample of samples) store.addSample('one', sample)
    expect(store.readRun('one')).toEqual(record)
    expect(store.readSamples('one')).toEqual(samples)
  })

  it('lists runs newest first, with a sentence each', () => {
    const store = open()
    store.insertRun(runningRecord('old', 1_000))
    store.insertRun(runningRecord('new', 2_000))
    expect(store.listRuns().map(({ id, sentence }) => [id, sentence])).toEqual([
      ['new', 'It is going on.'],
      ['old', 'It is going on.'],
    ])
  })

  it('changes what came of a run and never what it was started with', () => {
    const store = open()
    const record = runningRecord('one')
    store.insertRun(record)
    store.updateRun({ ...record, status: 'complete', scenario: { ...record.scenario, name: 'another' } })
    const after = store.readRun('one')
    expect([after.status, after.scenario?.name]).toEqual(['complete', record.scenario.name])
  })

  it('keeps the first of two samples of one second', () => {
    const store = open()
    const record = runningRecord('one')
    store.insertRun(record)
    store.addSample('one', exampleSample(record, 0))
    store.addSample('one', { ...exampleSample(record, 0), hostCpu: 1 })
    expect(store.readSamples('one').map((sample) => sample.hostCpu)).toEqual([null])
  })

  it('deletes a run with its samples, but not one that a living process runs', () => {
    const store = open()
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
    const store = open()
    expect(store.loadDraft('scenario')).toBeNull()
    store.saveDraft('scenario', 'first')
    store.saveDraft('scenario', 'second')
    expect(store.loadDraft('scenario')).toBe('second')
  })

  it('names a damaged record and leaves the others alone', () => {
    const store = open()
    store.insertRun(runningRecord('good'))
    store.insertRun(runningRecord('bad'))
    const database = openDatabase(join(workspace, storeFileName), migrations)
    database.run("UPDATE runs SET frozen = '{}' WHERE id = ?", 'bad')
    database.close()
    expect(refusal(() => store.readRun('bad')).message).toBe('The workspace holds a damaged record: run bad.')
    expect(store.readRun('good').id).toBe('good')
  })

  it('lets two writers take turns', () => {
    const one = open()
    const other = open()
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
  it('is refused where it is not a database', async () => {
    await writeFile(join(workspace, storeFileName), 'not a database, but long enough to be read as one'.repeat(100))
    expect(refusal(open).code).toBe('STORE_UNUSABLE')
    expect(refusal(open).message).toContain('is damaged')
  })

  it('is refused where a newer Headroom wrote it, and stays as it is', () => {
    open().insertRun(runningRecord('one'))
    const database = openDatabase(join(workspace, storeFileName), migrations)
    database.run('PRAGMA user_version = 999')
    database.close()
    const error = refusal(open)
    expect([error.code, error.message.includes('version 999')]).toEqual(['STORE_NEWER', true])
    const after = openDatabase(join(workspace, storeFileName), [{ version: 999, sql: '' }])
    expect(after.one('SELECT count(*) AS runs FROM runs')).toEqual({ runs: 1 })
    after.close()
  })

  it('is refused where its folder is a file', async () => {
    const path = join(workspace, 'file')
    await writeFile(path, '')
    expect(refusal(() => openStore(join(path, 'below'))).code).toBe('STORE_UNUSABLE')
  })

  it('says that the disk is full, and keeps what was written before', () => {
    const database = openDatabase(join(workspace, storeFileName), migrations)
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

describe('the campaigns of a store', () => {
  it('keep their results in the order of their coming, apart from the record', () => {
    const store = open()
    const result = stepResultOf({ stepId: 'load-1', label: 'the load', repeat: 1 }, knownRecord)
    store.insertCampaign(exampleCampaign('one'))
    store.addCampaignResult('one', result)
    store.addCampaignResult('one', { ...result, repeat: 2 })
    store.updateCampaign({ ...exampleCampaign('one'), status: 'complete', results: [] })
    expect(store.readCampaign('one')).toEqual({
      ...exampleCampaign('one'),
      status: 'complete',
      results: [result, { ...result, repeat: 2 }],
    })
  })

  it('are listed newest first, and one that is not there is named', () => {
    const store = open()
    store.insertCampaign(exampleCampaign('old', 1_000))
    store.insertCampaign(exampleCampaign('new', 2_000))
    expect(store.listCampaigns().map(({ id }) => id)).toEqual(['new', 'old'])
    for (const work of [
      () => store.readCampaign('none'),
      () => store.claimCampaign('none'),
      () => store.updateCampaign(exampleCampaign('none')),
    ])
      expect(refusal(work).code).toBe('CAMPAIGN_NOT_FOUND')
  })

  it('stand as stopped where their process is gone, can be claimed then, and not while it lives', () => {
    const store = open()
    store.insertCampaign(exampleCampaign('one'))
    expect(store.readCampaign('one').status).toBe('running')
    const database = openDatabase(join(workspace, storeFileName), migrations)
    // The parent of this process lives, and is another one.
    database.run("UPDATE campaigns SET owner_pid = ?, owner_started_at = ''", process.ppid)
    expect(refusal(() => store.claimCampaign('one')).code).toBe('RUN_ACTIVE')
    database.run("UPDATE campaigns SET owner_pid = ?, owner_started_at = 'long ago'", process.pid)
    database.close()
    expect(store.readCampaign('one')).toMatchObject({
      status: 'stopped',
      endDetail: expect.stringContaining('was ended'),
    })
    expect(store.claimCampaign('one')).toMatchObject({ status: 'running', endDetail: null })
    expect(store.readCampaign('one').status).toBe('running')
  })
})

describe('migrations', () => {
  const newest = migrations.length
  const next = [
    ...migrations,
    { version: newest + 1, sql: 'ALTER TABLE drafts ADD COLUMN colour TEXT; UPDATE drafts SET colour = 1' },
  ]

  it('bring an older store forward, with a whole copy beside it', async () => {
    const store = open()
    store.insertRun(runningRecord('one'))
    store.saveDraft('scenario', 'kept')
    const path = join(workspace, storeFileName)
    const database = openDatabase(path, next)
    expect(database.one('SELECT text, colour FROM drafts')).toEqual({ text: 'kept', colour: '1' })
    database.close()
    await copyFile(`${path}.version-${newest}.backup`, join(workspace, 'restored.db'))
    const restored = openDatabase(join(workspace, 'restored.db'), migrations)
    expect(restored.one('SELECT id FROM runs')).toEqual({ id: 'one' })
    restored.close()
  })

  it('bring the runs of a first store to where campaigns are kept, too', () => {
    const first = openDatabase(join(workspace, storeFileName), migrations.slice(0, 1))
    first.run('INSERT INTO drafts VALUES (?, ?, ?)', 'scenario', 'kept', 0)
    first.close()
    const store = open()
    expect([store.loadDraft('scenario'), store.listCampaigns()]).toEqual(['kept', []])
    store.insertCampaign(exampleCampaign('one'))
    expect(store.readCampaign('one')).toEqual(exampleCampaign('one'))
  })

  it('that fail leave the store as it was', () => {
    open().saveDraft('scenario', 'kept')
    const path = join(workspace, storeFileName)
    const broken = [...migrations, { version: newest + 1, sql: 'DROP TABLE drafts; SELECT nonsense' }]
    expect(refusal(() => openDatabase(path, broken)).code).toBe('STORE_UNUSABLE')
    expect(open().loadDraft('scenario')).toBe('kept')
  })

  it('count from 1 without gaps', () => {
    expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, index) => index + 1))
  })

  it('make no backup of a new store', async () => {
    open().saveDraft('scenario', 'x')
    expect((await readdir(workspace)).filter((name) => name.includes('backup'))).toEqual([])
  })
})

describe('processes', () => {
  it('are alive by id and start time together', () => {
    const own = currentProcess()
    expect(isAlive(own)).toBe(true)
    expect(isAlive({ pid: own.pid, startedAt: `${own.startedAt}0` })).toBe(false)
  })
})

describe('a killed writer', () => {
  let writerPath = ''
  beforeAll(async () => {
    writerPath = await bundleScript(new URL('store-writer.ts', import.meta.url), 'store-writer')
  })
  afterAll(() => rm(writerPath, { force: true }))

  /** Starts a writer and resolves when it has printed that many samples. */
  async function startWriter(runId: string, samples: number) {
    const child = spawn(process.execPath, [writerPath, workspace, runId], { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = 0
    const exited = new Promise((resolve) => child.once('close', resolve))
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed = Math.max(printed, ...text.split('\n').slice(0, -1).map(Number))
        if (printed >= samples) resolve()
      })
      child.once('close', () => reject(new Error('the writer ended by itself')))
    })
    return { child, exited, printed: () => printed }
  }

  it.each([1, 7, 40, 150])('leaves every sample that it had written, after %d and more', async (samples) => {
    const { child, exited, printed } = await startWriter('killed', samples)
    child.kill('SIGKILL')
    await exited
    const store = open()
    expect(store.recoverInterruptedRuns()).toEqual(['killed'])
    expect(store.readRun('killed')).toMatchObject({ status: 'partial', endReason: 'app-killed' })
    const seconds = store.readSamples('killed').map((sample) => sample.second)
    expect(seconds.length).toBeGreaterThanOrEqual(printed())
    expect(seconds).toEqual(seconds.map((_, index) => index))
    expect(store.recoverInterruptedRuns()).toEqual([])
  })

  it('is told apart from one that still writes', async () => {
    const { child, exited } = await startWriter('alive', 3)
    const store = open()
    expect(store.recoverInterruptedRuns()).toEqual([])
    expect(store.readRun('alive').status).toBe('running')
    child.kill('SIGKILL')
    await exited
    expect(store.recoverInterruptedRuns()).toEqual(['alive'])
  })
})
