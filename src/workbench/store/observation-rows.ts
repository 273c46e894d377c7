/**
 * Stores observations.
 */
import { AppError } from '../../contracts/app-error.ts'
import { type ListedObservation, type Observation, observation } from '../../contracts/observation.ts'
import type { Database, Row } from './database.ts'
import { fromJson, parseStored } from './stored-rows.ts'

/** The part of the store for observations. Every method throws AppError STORE_UNUSABLE, STORE_NEWER or DISK_FULL. */
export interface ObservationStore {
  insertObservation(value: Observation): void
  /** Lists all observations, newest first. Those that cannot be read are listed with the reason. */
  listObservations(): ListedObservation[]
  /** @throws AppError OBSERVATION_NOT_FOUND */
  readObservation(id: string): Observation
}

/** The store's methods for observations, on this database. */
export function observationMethods(database: Database): ObservationStore {
  return {
    insertObservation(value) {
      database.run(
        'INSERT INTO observations VALUES (?, ?, ?)',
        ...[value.id, Math.round(value.createdAtEpochMs), JSON.stringify(value)],
      )
    },
    listObservations: () =>
      database
        .all(
          `SELECT id, created_at_epoch_ms AS createdAtEpochMs, observation FROM observations
           ORDER BY created_at_epoch_ms DESC, id`,
        )
        .map(listedOf),
    readObservation(id) {
      const row = database.one('SELECT id, observation FROM observations WHERE id = ?', id)
      if (row !== undefined) return observationOf(row)
      throw new AppError('OBSERVATION_NOT_FOUND', `There is no observation ${id} in this workspace.`, {
        remedy: 'See the observations with: headroom observations list',
      })
    },
  }
}

function observationOf(row: Row): Observation {
  const what = `observation ${String(row.id)}`
  return parseStored(observation, fromJson(row.observation), what, 'Observe the cluster again.')
}

function listedOf(row: Row): ListedObservation {
  try {
    const { id, name, createdAtEpochMs, topics, groups, sources } = observationOf(row)
    const kinds = [...new Set(sources.map(({ kind }) => kind))]
    return { id, name, createdAtEpochMs, topics: topics.length, groups: groups.length, sources: kinds }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id: String(row.id), createdAtEpochMs: Number(row.createdAtEpochMs), problem: error.message }
  }
}
