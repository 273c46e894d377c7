/**
 * Stores readings of clusters. Their parts are added as they arrive.
 */
import { AppError } from '../../contracts/app-error.ts'
import { type KeptReading, keptReading } from '../../contracts/kept-reading.ts'
import { type ReadingPart, readingPart } from '../../contracts/reading-part.ts'
import type { Database, Row } from './database.ts'
import { fromJson, parseStored } from './stored-rows.ts'

/** The part of the store for readings. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface ReadingStore {
  insertReading(reading: KeptReading): void
  addReadingPart(readingId: string, part: ReadingPart): void
  /** @throws AppError OBSERVATION_NOT_FOUND */
  readReading(readingId: string): KeptReading
  /** Iterates over the parts in the order in which they were added. */
  readingParts(readingId: string): Iterable<ReadingPart>
  /** Lists all readings, newest first. */
  listReadings(): KeptReading[]
}

const remedy = 'Read the cluster again in another workspace.'

/** The store's methods for readings, on this database. */
export function readingMethods(database: Database): ReadingStore {
  return {
    insertReading: (reading) => {
      database.run(
        'INSERT INTO readings VALUES (?, ?, ?)',
        ...[reading.id, Math.round(reading.createdAtEpochMs), JSON.stringify(reading)],
      )
    },
    addReadingPart: (readingId, part) => {
      database.run(
        `INSERT INTO reading_parts
         SELECT ?, COALESCE(MAX(position), 0) + 1, ? FROM reading_parts WHERE reading_id = ?`,
        ...[readingId, JSON.stringify(part), readingId],
      )
    },
    readReading(readingId) {
      const row = database.one('SELECT id, reading FROM readings WHERE id = ?', readingId)
      if (row !== undefined) return readingOf(row)
      throw new AppError('OBSERVATION_NOT_FOUND', `There is no reading ${readingId} in this workspace.`, {
        remedy: 'See the readings with: headroom observations list',
      })
    },
    readingParts: (readingId) => eachPart(database, readingId),
    listReadings: () =>
      database.all('SELECT id, reading FROM readings ORDER BY created_at_epoch_ms DESC, id').map(readingOf),
  }
}

/** Number of parts that are in memory at once. A part has at most some megabytes. */
const partsPerPage = 50

function* eachPart(database: Database, readingId: string): Generator<ReadingPart> {
  let last = 0
  for (;;) {
    const rows = database.all(
      'SELECT position, part FROM reading_parts WHERE reading_id = ? AND position > ? ORDER BY position LIMIT ?',
      ...[readingId, last, partsPerPage],
    )
    for (const row of rows) {
      last = Number(row.position)
      yield parseStored(readingPart, fromJson(row.part), `part ${last} of reading ${readingId}`, remedy)
    }
    if (rows.length < partsPerPage) return
  }
}

function readingOf(row: Row): KeptReading {
  return parseStored(keptReading, fromJson(row.reading), `reading ${String(row.id)}`, remedy)
}
