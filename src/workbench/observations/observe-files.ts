/**
 * Makes an observation from files and from a reading of the cluster: reads the sources, merges their facts, and stores
 * the result.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../contracts/app-error.ts'
import type { ClusterReading } from '../../contracts/cluster-reading.ts'
import { type Observation, observation, observationSchemaVersion } from '../../contracts/observation.ts'
import { type ObserveRequest, observeRequest } from '../../contracts/observe-request.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import { condenseReading } from '../../observation/cluster-reading/condense-reading.ts'
import { mergeReadings } from '../../observation/merge.ts'
import { readSources } from '../../observation/read-sources.ts'
import type { SourceFile, SourceReading } from '../../observation/source-reading.ts'
import { counted } from '../../units/count.ts'
import { readOutputs } from '../imports/read-outputs.ts'
import type { Store } from '../store/store.ts'
import { newRecordId } from '../validation/record-id.ts'
import { probeEndpoints, readEndpoints } from './endpoints/read-endpoints.ts'

/** Services that are needed to make observations. */
export interface ObserveServices {
  store(): Pick<Store, 'insertObservation'>
  readonly headroomVersion: string
  /** Returns a reading of the workspace. @throws AppError OBSERVATION_NOT_FOUND or INPUT_INVALID */
  showReading(readingId: string): ClusterReading
}

const remedy = 'Check the paths, and that each file is an export or a list of topics. No observation was made.'

/**
 * Makes the observation and stores it in the workspace.
 * @throws AppError INPUT_INVALID with every problem of every file and its place, or STORE_UNUSABLE. Nothing is stored
 *   then.
 */
export async function observeFiles(request: ObserveRequest, services: ObserveServices): Promise<Observation> {
  const checked = checkedRequest(request)
  const files = await filesOf(checked.paths)
  const endpoints = await readEndpoints(checked)
  const readings = readingsOf([...files, ...pastedSource(checked.pastedText), ...endpoints])
  return keepObservation([...readOf(checked.readingId, services), ...readings], checked, services)
}

/** @throws AppError INPUT_INVALID with every problem of the request */
function checkedRequest(request: ObserveRequest): ObserveRequest {
  return parseOrThrow(observeRequest, request, {
    code: 'INPUT_INVALID',
    what: 'The request to observe',
    remedy: 'Correct it.',
  })
}

/** Asks the endpoints of a request whether they can be read. @throws AppError INPUT_INVALID or CLUSTER_UNREACHABLE */
export async function checkEndpoints(request: ObserveRequest): Promise<void> {
  await probeEndpoints(checkedRequest(request))
}

/** Checks that files can be read as sources. Keeps nothing. @throws AppError INPUT_INVALID with every problem of every file */
export async function checkFiles(paths: readonly string[]): Promise<void> {
  readingsOf(await filesOf(paths))
}

async function filesOf(paths: readonly string[]): Promise<SourceFile[]> {
  const files = await readOutputs(paths, { task: 'be read', remedy })
  return files.map(({ file, output }) => ({ ...output, sha256: file.sha256 }))
}

/** Returns what the sources state. @throws AppError INPUT_INVALID with every problem of every source and its place */
function readingsOf(sources: readonly SourceFile[]): SourceReading[] {
  const outcomes = readSources(sources)
  const problems = outcomes.flatMap((outcome) => outcome.problems)
  if (problems.length > 0) {
    const count = counted(problems.length, 'problem')
    throw new AppError('INPUT_INVALID', `The files cannot be read: ${count}.`, {
      problems,
      remedy: 'Correct those places, or leave the file out. No observation was made.',
    })
  }
  return outcomes.flatMap(({ reading }) => (reading === null ? [] : [reading]))
}

/** Converts pasted text to a source. */
function pastedSource(text: string | undefined): SourceFile[] {
  if (text === undefined) return []
  return [{ name: 'pasted rows', sha256: createHash('sha256').update(text).digest('hex'), text }]
}

/**
 * Merges the facts of all sources into an observation and stores it. @throws AppError INPUT_INVALID or STORE_UNUSABLE
 */
function keepObservation(
  readings: readonly SourceReading[],
  { name, deployment }: Omit<ObserveRequest, 'paths'>,
  { store, headroomVersion }: ObserveServices,
): Observation {
  const now = new Date()
  const made: Observation = {
    kind: 'headroom.observation',
    schemaVersion: observationSchemaVersion,
    id: newRecordId(now),
    name: name ?? readings[0]?.source.label ?? 'cluster',
    createdAtEpochMs: now.getTime(),
    headroomVersion,
    ...mergeReadings(readings),
    deployment: deployment ?? statedDeployment(readings),
    isRedacted: false,
  }
  const checked = parseOrThrow(observation, made, { code: 'INPUT_INVALID', what: 'What the sources say', remedy })
  store().insertObservation(checked)
  return checked
}

/** Returns the facts of a stored reading of a cluster. The label of this source names no server. */
function readOf(readingId: string | undefined, { showReading }: ObserveServices): SourceReading[] {
  if (readingId === undefined) return []
  return [condenseReading(showReading(readingId), { label: 'running cluster', sha256: null })]
}

/** Returns the deployment that a source states; null if no source states one. */
function statedDeployment(readings: readonly SourceReading[]): Deployment | null {
  return readings.flatMap(({ deployment }) => (deployment === undefined ? [] : [deployment]))[0] ?? null
}
