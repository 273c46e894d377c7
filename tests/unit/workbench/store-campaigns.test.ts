import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stepResultOf } from '../../../src/evidence/step-result.ts'
import { openDatabase } from '../../../src/workbench/store/database.ts'
import { migrations } from '../../../src/workbench/store/migrations.ts'
import { storeFileName } from '../../../src/workbench/store/store.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { refusal } from '../refusal.ts'
import { exampleCampaign } from './example-campaign.ts'
import { openStores } from './open-stores.ts'

const stores = openStores()

describe('the campaigns of a store', () => {
  it('keep their results in the order of their coming, apart from the record', () => {
    const store = stores.open()
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

  it('are listed newest first, and a missing one is named in the error', () => {
    const store = stores.open()
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

  it('are stopped if their process has died, and can be claimed then, but not while it lives', () => {
    const store = stores.open()
    store.insertCampaign(exampleCampaign('one'))
    expect(store.readCampaign('one').status).toBe('running')
    const database = openDatabase(join(stores.workspace, storeFileName), migrations)
    // The parent of this process lives, and is another one.
    database.run("UPDATE campaigns SET owner_pid = ?, owner_started_at = ''", process.ppid)
    expect(refusal(() => store.claimCampaign('one')).code).toBe('RUN_ACTIVE')
    database.run("UPDATE campaigns SET owner_pid = ?, owner_started_at = 'long ago'", process.pid)
    database.close()
    expect(store.readCampaign('one')).toMatchObject({
      status: 'stopped',
      endDetail: expect.stringContaining('Headroom ended'),
    })
    expect(store.claimCampaign('one')).toMatchObject({ status: 'running', endDetail: null })
    expect(store.readCampaign('one').status).toBe('running')
  })
})
