/**
 * The store of a workspace: runs with their samples, campaigns, observations, readings, drafts, agents and connections.
 */
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { ownTopics } from '../../contracts/run-plan.ts'
import {
  type ImportedRecord,
  noAnnotation,
  type RunAnnotation,
  type RunListEntry,
  type RunRecord,
  runListEntry,
} from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { type AgentStore, agentMethods } from './agent-rows.ts'
import { type CampaignStore, campaignMethods } from './campaign-rows.ts'
import { type ConnectionStore, connectionMethods } from './connection-rows.ts'
import { type Database, openDatabase, type Row } from './database.ts'
import { workspaceRemedy } from './database-errors.ts'
import { listEntry } from './list-entry.ts'
import { migrations } from './migrations.ts'
import { type ObservationStore, observationMethods } from './observation-rows.ts'
import { currentProcess } from './process-identity.ts'
import { type ReadingStore, readingMethods } from './reading-rows.ts'
import { addSample, lastSample, type SampleStore, sampleMethods } from './sample-rows.ts'
import { isOwnerAlive, objectOf, parseRunPart, parseRunRow } from './stored-rows.ts'

/** File name of the store inside a workspace. */
export const storeFileName = 'headroom.db'

/**
 * Reads and writes the workspace. Every method throws AppError STORE_UNUSABLE or DISK_FULL, and RUN_NOT_FOUND for a run
 * that does not exist.
 */
export interface Store extends SampleStore, CampaignStore, AgentStore, ConnectionStore, ObservationStore, ReadingStore {
  /** Adds a run. This process owns it until it ends. */
  insertRun(record: RunRecord): void
  /**
   * Adds an exported run with its samples in one transaction.
   * @throws AppError INPUT_INVALID if its id exists already
   */
  addRun(record: RunRecord, samples: readonly Sample[]): void
  /**
   * Replaces the outcome of a run. The parts with which it was started stay unchanged. A run that has ended is read back at
   * once, so that damage of the file is noticed now and not when somebody needs the run.
   */
  updateRun(record: RunRecord): void
  /** Replaces an imported run, including the scenario and prediction that it is compared with. */
  updateImport(run: ImportedRecord): void
  /** Lists all runs, newest first. */
  listRuns(): RunListEntry[]
  readRun(runId: string): RunRecord
  /** Replaces the user's tags and notes on a run. */
  annotateRun(runId: string, annotation: RunAnnotation): void
  /** Deletes a run and its samples. @throws AppError RUN_ACTIVE while its process is alive and the run has not ended */
  deleteRun(runId: string): void
  /** Marks active runs whose process has died as partial, or as failed if they have no sample. Returns their ids. */
  recoverInterruptedRuns(): string[]
  /** Returns what `recoverInterruptedRuns` would store, and stores nothing. Damaged records are left out. */
  interruptedRuns(): RunRecord[]
  /** Returns null if there is no draft with this name. */
  loadDraft(name: string): string | null
  saveDraft(name: string, text: string): void
  close(): void
}

/**
 * Opens the store of a workspace. Creates it if it is missing.
 * @throws AppError STORE_NEWER, STORE_UNUSABLE or DISK_FULL
 */
export function openStore(workspacePath: string): Store {
  const database = openDatabase(join(workspacePath, storeFileName), migrations)
  return {
    ...runMethods(database),
    ...sampleMethods(database),
    ...campaignMethods(database),
    ...agentMethods(database),
    ...connectionMethods(database),
    ...observationMethods(database),
    ...readingMethods(database),
    recoverInterruptedRuns: () => recoverInterruptedRuns(database),
    interruptedRuns: () => interruptedRuns(database),
    loadDraft(name) {
      const text = database.one('SELECT text FROM drafts WHERE name = ?', name)?.text
      return typeof text === 'string' ? text : null
    },
    saveDraft(name, text) {
      database.run(
        `INSERT INTO drafts (name, text, saved_at_epoch_ms) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET text = excluded.text, saved_at_epoch_ms = excluded.saved_at_epoch_ms`,
        ...[name, text, Date.now()],
      )
    },
    close: () => database.close(),
  }
}

type RunMethods = Pick<
  Store,
  'insertRun' | 'addRun' | 'updateRun' | 'updateImport' | 'listRuns' | 'readRun' | 'annotateRun' | 'deleteRun'
>

function runMethods(database: Database): RunMethods {
  return {
    insertRun: (record) => insertRun(database, record),
    addRun: (record, samples) => addRun(database, record, samples),
    updateRun(record) {
      updateRun(database, record)
      if (!activeStatuses.includes(record.status)) confirmStored(database, record)
    },
    updateImport: (run) => updateImport(database, run),
    listRuns: () =>
      database
        .all(
          `SELECT id, list_entry, annotation FROM runs LEFT JOIN run_annotations ON run_id = id
           ORDER BY created_at_epoch_ms DESC, id`,
        )
        .map((row) => {
          const annotation = row.annotation === null ? noAnnotation : objectOf(row.annotation)
          return parseRunPart(runListEntry, { ...objectOf(row.list_entry), ...annotation }, `run ${String(row.id)}`)
        }),
    readRun: (runId) => readRun(database, runId),
    annotateRun(runId, annotation) {
      runRow(database, runId)
      database.run(
        `INSERT INTO run_annotations VALUES (?, ?)
         ON CONFLICT (run_id) DO UPDATE SET annotation = excluded.annotation`,
        ...[runId, JSON.stringify(annotation)],
      )
    },
    deleteRun(runId) {
      database.transaction(() => {
        const row = runRow(database, runId)
        if (isActive(row) && isOwnerAlive(row)) throw runIsActive(runId)
        database.run('DELETE FROM runs WHERE id = ?', runId)
      })
    },
  }
}

function insertRun(database: Database, record: RunRecord): void {
  const { frozen, outcome } = splitRecord(record)
  const owner = currentProcess()
  database.run(
    'INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[record.id, Math.round(record.createdAtEpochMs), record.status, owner.pid, owner.startedAt],
    ...[JSON.stringify(frozen), JSON.stringify(outcome), JSON.stringify(listEntry(record))],
  )
}

function addRun(database: Database, record: RunRecord, samples: readonly Sample[]): void {
  database.transaction(() => {
    if (database.one('SELECT id FROM runs WHERE id = ?', record.id) !== undefined) throw runExists(record.id)
    insertRun(database, record)
    for (const each of samples) addSample(database, record.id, each)
  })
}

function readRun(database: Database, runId: string): RunRecord {
  const row = runRow(database, runId)
  const parts = { ...objectOf(row.frozen), ...objectOf(row.outcome) }
  return parseRunRow(parts, `run ${runId}`)
}

function updateRun(database: Database, record: RunRecord): void {
  const { frozen, outcome } = splitRecord(record)
  // A row of version 5 or older is rewritten as a record, because in the form of run files `frozen` may lack parts.
  const changed = database.run(
    `UPDATE runs SET frozen = CASE WHEN json_extract(outcome, '$.observations') IS NULL THEN ? ELSE frozen END,
       status = ?, outcome = ?, list_entry = ? WHERE id = ?`,
    ...[JSON.stringify(frozen), record.status],
    ...[JSON.stringify(outcome), JSON.stringify(listEntry(record)), record.id],
  )
  if (changed === 0) throw runNotFound(record.id)
}

/** Reads a run back. @throws AppError STORE_UNUSABLE if a new connection does not find it and its last sample as stored */
function confirmStored(database: Database, record: RunRecord): void {
  const last = lastSample(database, record.id)
  const isFound = database.reopened((fresh) => {
    const outcome = fresh.one('SELECT outcome FROM runs WHERE id = ?', record.id)?.outcome
    return (
      outcome === JSON.stringify(splitRecord(record).outcome) && lastSample(fresh, record.id)?.second === last?.second
    )
  })
  if (!isFound) throw notFoundAgain(record.id)
}

function updateImport(database: Database, run: ImportedRecord): void {
  database.transaction(() => {
    updateRun(database, run)
    database.run('UPDATE runs SET frozen = ? WHERE id = ?', JSON.stringify(splitRecord(run).frozen), run.id)
  })
}

const activeStatuses: readonly string[] = ['preparing', 'running']
const selectActiveRuns =
  "SELECT id, status, owner_pid, owner_started_at FROM runs WHERE status IN ('preparing', 'running')"

function recoverInterruptedRuns(database: Database): string[] {
  // Reading needs no lock. Only if a run must be recovered, the database is locked for writing and read again.
  if (interruptedIds(database).length === 0) return []
  return database.transaction(() => {
    const ids = interruptedIds(database)
    for (const id of ids) updateRun(database, interruptedRun(database, id))
    return ids
  })
}

function interruptedRuns(database: Database): RunRecord[] {
  return interruptedIds(database).flatMap((id) => {
    try {
      return interruptedRun(database, id)
    } catch {
      // A damaged record must not hide the others. It is named when it is shown.
      return []
    }
  })
}

function interruptedIds(database: Database): string[] {
  const rows = database.all(selectActiveRuns).filter((row) => !isOwnerAlive(row))
  return rows.map(({ id }) => String(id))
}

function interruptedRun(database: Database, runId: string): RunRecord {
  return markInterrupted(readRun(database, runId), lastSample(database, runId))
}

function markInterrupted(record: RunRecord, last: Sample | null): RunRecord {
  const { plan, target } = record
  // Topics of embedded brokers are gone with the brokers.
  const topics = plan === null || target.kind !== 'connection' ? [] : ownTopics(plan)
  const leftovers = topics.map(
    ({ name }) => `Topic ${name} may still exist. The runner deletes it within 10 s, or at the next run.`,
  )
  return {
    ...record,
    endedAtEpochMs: last === null ? record.createdAtEpochMs : last.startedAtEpochMs + last.durationMs,
    status: last === null ? 'failed' : 'partial',
    endReason: 'app-killed',
    endDetail: 'Headroom ended during the run; what was measured until then is kept.',
    cleanUp: record.cleanUp ?? { deletedTopics: [], deletedGroups: [], leftovers },
  }
}

function splitRecord(record: RunRecord) {
  const { scenario, offering, target, prediction, plan, ...outcome } = record
  return { frozen: { scenario, offering, target, prediction, plan }, outcome }
}

function runRow(database: Database, runId: string): Row {
  const row = database.one('SELECT * FROM runs WHERE id = ?', runId)
  if (row === undefined) throw runNotFound(runId)
  return row
}

function isActive(row: Row): boolean {
  return activeStatuses.includes(String(row.status))
}

function runNotFound(runId: string): AppError {
  return new AppError('RUN_NOT_FOUND', `There is no run ${runId} in this workspace.`, {
    remedy: 'See the runs',
    action: { command: 'headroom runs list', view: 'Runs' },
  })
}

function notFoundAgain(runId: string): AppError {
  return new AppError(
    'STORE_UNUSABLE',
    `Run ${runId} was stored, but the workspace does not have it when it is read.`,
    {
      remedy: workspaceRemedy,
    },
  )
}

function runExists(runId: string): AppError {
  return new AppError('INPUT_INVALID', `Run ${runId} already exists in this workspace.`, {
    remedy: 'See it',
    action: { command: `headroom runs show ${runId}`, view: 'Runs' },
  })
}

function runIsActive(runId: string): AppError {
  return new AppError('RUN_ACTIVE', `Run ${runId} is still running.`, { remedy: 'Abort it first, then delete it.' })
}
