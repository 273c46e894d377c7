import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/workbench/store/database.ts'
import { migrations } from '../../../src/workbench/store/migrations.ts'
import { storeFileName } from '../../../src/workbench/store/store.ts'
import { refusal } from '../refusal.ts'
import { exampleCampaign } from './example-campaign.ts'
import { runningRecord } from './example-run.ts'
import { openStores } from './open-stores.ts'

const stores = openStores()

describe('migrations', () => {
  const newest = migrations.length
  const next = [
    ...migrations,
    { version: newest + 1, sql: 'ALTER TABLE drafts ADD COLUMN colour TEXT; UPDATE drafts SET colour = 1' },
  ]

  it('bring an older store forward, with a whole copy beside it', async () => {
    const store = stores.open()
    store.insertRun(runningRecord('one'))
    store.saveDraft('scenario', 'kept')
    const path = join(stores.workspace, storeFileName)
    const database = openDatabase(path, next)
    expect(database.one('SELECT text, colour FROM drafts')).toEqual({ text: 'kept', colour: '1' })
    database.close()
    await copyFile(`${path}.version-${newest}.backup`, join(stores.workspace, 'restored.db'))
    const restored = openDatabase(join(stores.workspace, 'restored.db'), migrations)
    expect(restored.one('SELECT id FROM runs')).toEqual({ id: 'one' })
    restored.close()
  })

  it('migrate the runs of a first store to a version with campaigns', () => {
    const first = openDatabase(join(stores.workspace, storeFileName), migrations.slice(0, 1))
    first.run('INSERT INTO drafts VALUES (?, ?, ?)', 'scenario', 'kept', 0)
    first.close()
    const store = stores.open()
    expect([store.loadDraft('scenario'), store.listCampaigns()]).toEqual(['kept', []])
    store.insertCampaign(exampleCampaign('one'))
    expect(store.readCampaign('one')).toEqual(exampleCampaign('one'))
  })

  it('that fail leave the store as it was', () => {
    stores.open().saveDraft('scenario', 'kept')
    const path = join(stores.workspace, storeFileName)
    const broken = [...migrations, { version: newest + 1, sql: 'DROP TABLE drafts; SELECT nonsense' }]
    expect(refusal(() => openDatabase(path, broken)).code).toBe('STORE_UNUSABLE')
    expect(stores.open().loadDraft('scenario')).toBe('kept')
  })

  it('say so and change nothing if no copy can be made, and leave no half of one', () => {
    stores.open().saveDraft('scenario', 'kept')
    const path = join(stores.workspace, storeFileName)
    const backupPath = `${path}.version-${newest}.backup`
    // A folder in place of the file that becomes the copy.
    const newPath = `${backupPath}.${process.pid}.new`
    mkdirSync(newPath)
    writeFileSync(join(newPath, 'in the way'), '')
    const { code, message } = refusal(() => openDatabase(path, next))
    expect([code, message]).toEqual(['STORE_UNUSABLE', expect.stringContaining(stores.workspace)])
    expect(existsSync(backupPath)).toBe(false)
    expect(stores.open().loadDraft('scenario')).toBe('kept')
  })

  it('count from 1 without gaps', () => {
    expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, index) => index + 1))
  })

  it('make no backup of a new store', async () => {
    stores.open().saveDraft('scenario', 'x')
    expect((await readdir(stores.workspace)).filter((name) => name.includes('backup'))).toEqual([])
  })
})
