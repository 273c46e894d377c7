/**
 * The sources of an observation other than a running cluster: their options and their checks. Also makes the observation of
 * all sources.
 */
import { resolve } from 'node:path'
import { AppError } from '../contracts/app-error.ts'
import type { Observation } from '../contracts/observation.ts'
import { type ObserveRequest, observeRequest } from '../contracts/observe-request.ts'
import { check } from '../contracts/parse.ts'
import { deployedOffering } from '../workbench/calibration/calibrated-models.ts'
import { checkEndpoints, checkFiles } from '../workbench/observations/observe-files.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { CommandContext } from './command.ts'
import type { Given } from './command-line.ts'
import { deploymentOf, deploymentOptions } from './deployment-options.ts'
import { resourcesOf } from './with-workbench.ts'

/** Options of commands that make an observation. */
export const sourceOptions = {
  file: {
    value: 'FILE',
    isRepeatable: true,
    text: 'A list of topics (CSV, Excel) or an export: Confluent’s metrics, CloudWatch, kcp, Prometheus, Jolokia.',
  },
  prometheus: { value: 'URL', text: 'A Prometheus server with metrics of Kafka: the last day is read.' },
  jolokia: {
    value: 'URL',
    isRepeatable: true,
    text: 'The Jolokia agent of a broker; give one for each broker. They are read twice, 30 s apart.',
  },
  name: { value: 'TEXT', text: 'Name of the observation (default: the first file).' },
  ...deploymentOptions,
} as const

/** True if the command line names a source other than a running cluster. */
export function hasSources(given: Given): boolean {
  return given.texts('file').length > 0 || given.has('prometheus') || given.texts('jolokia').length > 0
}

/**
 * Checks what can be checked before a reading, which may take hours.
 * @throws AppError USAGE, OFFERING_INVALID, INPUT_INVALID with every problem of every file, or CLUSTER_UNREACHABLE for an
 *   address
 */
export async function checkSources(context: CommandContext): Promise<void> {
  const { given } = context
  const request = requestOf(given, undefined)
  if (request.deployment !== undefined) await deployedOffering(request.deployment, resourcesOf(context))
  await checkFiles(pathsOf(given))
  await checkEndpoints(request)
}

/**
 * Makes the observation of the given sources and of a reading, if there is one.
 * @throws AppError of a source; it says how to use the reading, which is kept
 */
export async function makeObservation(
  given: Given,
  workbench: Workbench,
  readingId: string | undefined,
): Promise<Observation> {
  const made = workbench.handlers['observations.make'](requestOf(given, readingId))
  return readingId === undefined ? made : made.catch((error: unknown) => Promise.reject(withReading(error, readingId)))
}

/** Options by the field of the request that has their value, so that a problem of a field is reported for its option. */
const optionsByField: Readonly<Record<string, string>> = {
  prometheusUrl: '--prometheus',
  jolokiaUrls: '--jolokia',
  name: '--name',
  paths: '--file',
}

/** @throws AppError USAGE with every problem and its option */
function requestOf(given: Given, readingId: string | undefined): ObserveRequest {
  const [name, deployment, prometheusUrl] = [given.text('name'), deploymentOf(given), given.text('prometheus')]
  const request = check(observeRequest, {
    paths: pathsOf(given),
    ...(prometheusUrl === undefined ? {} : { prometheusUrl }),
    jolokiaUrls: [...given.texts('jolokia')],
    ...(readingId === undefined ? {} : { readingId }),
    ...(name === undefined ? {} : { name }),
    ...(deployment === undefined ? {} : { deployment }),
  })
  if (request.ok) return request.value
  const problems = request.problems.map(({ place, message }) => {
    return { place: optionsByField[place.replace(/\[.*/, '')] ?? place, message }
  })
  throw new AppError('USAGE', 'The sources cannot be read as they are given.', {
    problems,
    remedy: 'For example: --file topics.csv --prometheus http://prometheus:9090',
  })
}

function pathsOf(given: Given): string[] {
  return given.texts('file').map((path) => resolve(path))
}

/** Adds to an error how to use the reading that was taken before the error and is kept. */
function withReading(cause: unknown, readingId: string): AppError {
  const error = AppError.from(cause)
  const kept = `The reading of the cluster is kept; use it with: headroom observations resume --reading ${readingId}`
  const remedy = [error.remedy ?? '', kept].join(' ').trim()
  return new AppError(error.code, error.message, { problems: error.problems, remedy, cause })
}
