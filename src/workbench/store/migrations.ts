/**
 * Defines the tables of the workspace as numbered migrations. A released migration is never changed.
 *
 * - Times are epoch milliseconds (UTC).
 * - `runs.frozen` has the parts with which a run was started (scenario, offering, target, prediction, plan).
 *   `runs.outcome` has the other parts of the run record. Rows of version 5 and older have the form of run files
 *   (contracts/run-file.ts). `runs.list_entry` is a copy for lists. The owner is the process that carries out the run.
 * - `run_annotations` has the user's tags and notes.
 * - `campaigns.record` is a campaign record without its results, which are added as runs end.
 * - `agents.name` is host and port. `agents.sealed_token` is a token that the computer's keychain sealed.
 * - `connections.sealed_secrets` is an object of sealed secrets by name.
 */
import type { Migration } from './database.ts'

/** All migrations, in ascending order of version. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE runs (
        id TEXT PRIMARY KEY,
        created_at_epoch_ms INTEGER NOT NULL,
        status TEXT NOT NULL,
        owner_pid INTEGER NOT NULL,
        owner_started_at TEXT NOT NULL,
        frozen TEXT NOT NULL,
        outcome TEXT NOT NULL,
        list_entry TEXT NOT NULL
      );
      CREATE INDEX runs_by_time ON runs (created_at_epoch_ms DESC);
      CREATE TABLE samples (
        run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        second INTEGER NOT NULL,
        sample TEXT NOT NULL,
        PRIMARY KEY (run_id, second)
      ) WITHOUT ROWID;
      CREATE TABLE drafts (
        name TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        saved_at_epoch_ms INTEGER NOT NULL
      )`,
  },
  {
    version: 2,
    sql: `
      CREATE TABLE campaigns (
        id TEXT PRIMARY KEY,
        created_at_epoch_ms INTEGER NOT NULL,
        status TEXT NOT NULL,
        owner_pid INTEGER NOT NULL,
        owner_started_at TEXT NOT NULL,
        record TEXT NOT NULL
      );
      CREATE INDEX campaigns_by_time ON campaigns (created_at_epoch_ms DESC);
      CREATE TABLE campaign_results (
        campaign_id TEXT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        result TEXT NOT NULL,
        PRIMARY KEY (campaign_id, position)
      ) WITHOUT ROWID`,
  },
  {
    version: 3,
    sql: `
      CREATE TABLE run_annotations (
        run_id TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
        annotation TEXT NOT NULL
      )`,
  },
  {
    version: 4,
    sql: `
      CREATE TABLE agents (
        name TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        sealed_token TEXT
      )`,
  },
  {
    version: 5,
    sql: `
      CREATE TABLE connections (
        name TEXT PRIMARY KEY,
        connection TEXT NOT NULL,
        sealed_secrets TEXT NOT NULL
      )`,
  },
  // From this version on, runs are stored as records with observations. Older rows keep the form of run files.
  { version: 6, sql: '' },
  {
    version: 7,
    sql: `
      CREATE TABLE observations (
        id TEXT PRIMARY KEY,
        created_at_epoch_ms INTEGER NOT NULL,
        observation TEXT NOT NULL
      )`,
  },
  {
    version: 8,
    sql: `
      CREATE TABLE readings (
        id TEXT PRIMARY KEY,
        created_at_epoch_ms INTEGER NOT NULL,
        reading TEXT NOT NULL
      );
      CREATE TABLE reading_parts (
        reading_id TEXT NOT NULL REFERENCES readings (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        part TEXT NOT NULL,
        PRIMARY KEY (reading_id, position)
      ) WITHOUT ROWID`,
  },
]
