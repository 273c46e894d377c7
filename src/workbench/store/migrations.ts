/**
 * The tables of the workspace, as numbered steps forward. A step that was released is never changed.
 *
 * Times are milliseconds since 1970 UTC. `frozen` holds what a run was started with (scenario, offering, target,
 * prediction, plan), `outcome` what came of it; together they are a run record. Rows that version 5 and older wrote are
 * in the form of files (contracts/run-file.ts). The other columns of `runs` are copies
 * for lists. `agents.name` is host and port, `sealed_token` what the computer's keychain made of a token;
 * `connections.sealed_secrets` is an object of such texts by the secret's name. `run_annotations` holds what people say
 * about a run. `campaigns.record` is a campaign record without its results, which are added one by one as runs end.
 */
import type { Migration } from './database.ts'

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
  // Runs are written as records with observations from here on. Older ones stay in the form of files and are read so.
  { version: 6, sql: '' },
]
