/**
 * Readings of clusters in the store, part by part as they come.
 */
import { AppError } from '../../contracts/app-error.ts'
import { type KeptReading, keptReading } from '../../contracts/kept-reading.ts'
import { type ReadingPart, readingPart } from '../../contracts/reading-part.ts'
import type { Database, Row } from './database.ts'
import { fromJson, parseStored } from './stored-rows.ts'

/** Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface ReadingStore {
  insertReading(reading: KeptReading): void
  addReadingPart(readingId: string, part: ReadingPart): void
  /** @throws AppError OBSERVATION_NOT_FOUND */
  readReading(readingId: string): KeptReading
  /** The parts in the order in which they came. */
  readingParts(readingId: string): Iterable<ReadingPart>
  /** Newest first. */
  listReadings(): KeptReading[]
}

const remedy = 'Read the cluster again in another workspace.'

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

/** Parts of one page: a part has at most some megabytes. */
const partsOfPage = 50

function* eachPart(database: Database, readingId: string): Generator<ReadingPart> {
  let last = 0
  for (;;) {
    const rows = database.all(
      'SELECT position, part FROM reading_parts WHERE reading_id = ? AND position > ? ORDER BY position LIMIT ?',
      ...[readingId, last, partsOfPage],
    )
    for (const row of rows) {
      last = Number(row.position)
      yield parseStored(readingPart, fromJson(row.part), `part ${last} of reading ${readingId}`, remedy)
    }
    if (rows.length < partsOfPage) return
  }
}

function readingOf(row: Row): KeptReading {
  return parseStored(keptReading, fromJson(row.reading), `reading ${String(row.id)}`, remedy)
}
