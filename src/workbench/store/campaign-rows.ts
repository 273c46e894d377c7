/**
 * Stores campaigns: their records, and the results that are added as runs end.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { StepResult } from '../../contracts/campaign.ts'
import { type CampaignRecord, campaignRecord } from '../../contracts/campaign-record.ts'
import type { Database, Row } from './database.ts'
import { currentProcess } from './process-identity.ts'
import { fromJson, isOwnerAlive, objectOf, parseStored } from './stored-rows.ts'

/**
 * The part of the store for campaigns. Every method throws AppError STORE_UNUSABLE or DISK_FULL, and CAMPAIGN_NOT_FOUND
 * for a campaign that does not exist.
 */
export interface CampaignStore {
  /** Adds a campaign without results. This process owns it while it runs. */
  insertCampaign(record: CampaignRecord): void
  /** Replaces everything but the results. */
  updateCampaign(record: CampaignRecord): void
  /** Adds the result of a run that ended. */
  addCampaignResult(campaignId: string, result: StepResult): void
  /**
   * Makes this process the owner and returns the record as running.
   * @throws AppError RUN_ACTIVE if it runs elsewhere
   */
  claimCampaign(campaignId: string): CampaignRecord
  readCampaign(campaignId: string): CampaignRecord
  /** Lists all campaigns, newest first. */
  listCampaigns(): CampaignRecord[]
}

/** The store's methods for campaigns, on this database. */
export function campaignMethods(database: Database): CampaignStore {
  return {
    insertCampaign(record) {
      const owner = currentProcess()
      database.run(
        'INSERT INTO campaigns VALUES (?, ?, ?, ?, ?, ?)',
        ...[record.id, Math.round(record.createdAtEpochMs), record.status],
        ...[owner.pid, owner.startedAt, jsonWithoutResults(record)],
      )
    },
    updateCampaign(record) {
      const values = [record.status, jsonWithoutResults(record), record.id]
      if (database.run('UPDATE campaigns SET status = ?, record = ? WHERE id = ?', ...values) === 0)
        throw campaignNotFound(record.id)
    },
    addCampaignResult(campaignId, result) {
      database.run(
        `INSERT INTO campaign_results
         SELECT ?, COALESCE(MAX(position), 0) + 1, ? FROM campaign_results WHERE campaign_id = ?`,
        ...[campaignId, JSON.stringify(result), campaignId],
      )
    },
    claimCampaign: (campaignId) => claimCampaign(database, campaignId),
    readCampaign: (campaignId) => recordOf(database, rowOf(database, campaignId)),
    listCampaigns: () =>
      database
        .all('SELECT * FROM campaigns ORDER BY created_at_epoch_ms DESC, id')
        .map((row) => recordOf(database, row)),
  }
}

function claimCampaign(database: Database, campaignId: string): CampaignRecord {
  return database.transaction(() => {
    const row = rowOf(database, campaignId)
    const owner = currentProcess()
    const isOurs = Number(row.owner_pid) === owner.pid && row.owner_started_at === owner.startedAt
    if (row.status === 'running' && !isOurs && isOwnerAlive(row)) {
      throw new AppError('RUN_ACTIVE', `Campaign ${campaignId} is running in another process.`, {
        remedy: 'Wait for it to end, or stop it there.',
      })
    }
    database.run(
      "UPDATE campaigns SET status = 'running', owner_pid = ?, owner_started_at = ? WHERE id = ?",
      ...[owner.pid, owner.startedAt, campaignId],
    )
    return { ...recordOf(database, row), status: 'running', endedAtEpochMs: null, endDetail: null }
  })
}

function recordOf(database: Database, row: Row): CampaignRecord {
  const id = String(row.id)
  const results = database
    .all('SELECT result FROM campaign_results WHERE campaign_id = ? ORDER BY position', id)
    .map((each) => fromJson(each.result))
  const parts = { ...objectOf(row.record), results }
  const record = parseStored(campaignRecord, parts, `campaign ${id}`, 'Start the campaign anew from its file.')
  return row.status === 'running' && !isOwnerAlive(row) ? asInterrupted(record) : record
}

/** Returns the record as stopped, because its process has died. */
function asInterrupted(record: CampaignRecord): CampaignRecord {
  const endDetail = 'Headroom ended during the campaign; what was measured until then is kept.'
  const endedAtEpochMs = record.results.at(-1)?.endedAtEpochMs ?? record.createdAtEpochMs
  return { ...record, status: 'stopped', endDetail, endedAtEpochMs }
}

function jsonWithoutResults({ results: _inOwnTable, ...rest }: CampaignRecord): string {
  return JSON.stringify(rest)
}

function rowOf(database: Database, campaignId: string): Row {
  const row = database.one('SELECT * FROM campaigns WHERE id = ?', campaignId)
  if (row === undefined) throw campaignNotFound(campaignId)
  return row
}

function campaignNotFound(campaignId: string): AppError {
  return new AppError('CAMPAIGN_NOT_FOUND', `There is no campaign ${campaignId} in this workspace.`, {
    remedy: 'See the campaigns',
    action: { command: 'headroom campaigns list', view: 'Benchmarks' },
  })
}
