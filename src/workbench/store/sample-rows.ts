/**
 * The rows of samples: one for each second of a run.
 */
import { type Sample, sample } from '../../contracts/sample.ts'
import type { Database } from './database.ts'
import { fromJson, parseRunPart } from './stored-rows.ts'

/** Stores and reads the samples of runs. */
export interface SampleStore {
  /** Adds the sample of one second. A sample of that second that is stored already stays unchanged. */
  addSample(runId: string, value: Sample): void
  /** Reads all samples of a run, in order. */
  readSamples(runId: string): Sample[]
  /** Iterates over all samples of a run, in order. Only some minutes of samples are in memory at once. */
  eachSample(runId: string): Iterable<Sample>
}

/** Adds the sample of one second, unless one is stored already. */
export function addSample(database: Database, runId: string, value: Sample): void {
  database.run('INSERT OR IGNORE INTO samples VALUES (?, ?, ?)', runId, value.second, JSON.stringify(value))
}

/** The store's methods for samples, on this database. */
export function sampleMethods(database: Database): SampleStore {
  return {
    addSample: (runId, value) => addSample(database, runId, value),
    readSamples: (runId) => [...eachSample(database, runId)],
    eachSample: (runId) => eachSample(database, runId),
  }
}

/** Number of samples that are in memory at once. They are some megabytes of text. */
const samplesPerPage = 300

function* eachSample(database: Database, runId: string): Generator<Sample> {
  let last = -1
  for (;;) {
    const rows = database.all(
      'SELECT second, sample FROM samples WHERE run_id = ? AND second > ? ORDER BY second LIMIT ?',
      ...[runId, last, samplesPerPage],
    )
    for (const row of rows) {
      last = Number(row.second)
      yield parseRunPart(sample, fromJson(row.sample), `second ${last} of run ${runId}`)
    }
    if (rows.length < samplesPerPage) return
  }
}

/** The last sample of a run; null if it has none. */
export function lastSample(database: Database, runId: string): Sample | null {
  const row = database.one('SELECT sample FROM samples WHERE run_id = ? ORDER BY second DESC LIMIT 1', runId)
  return row === undefined ? null : parseRunPart(sample, fromJson(row.sample), `run ${runId}`)
}
