/**
 * Builds the requests of `validate` and `campaign` from their command lines.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { Secrets } from '../contracts/connection.ts'
import { check } from '../contracts/parse.ts'
import { runQuotaFactor, runQuotaWindowSeconds, runScale } from '../contracts/run-bounds.ts'
import { type Driver, driver, prometheusLogin, prometheusUrl } from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { TargetChoice } from '../contracts/target-choice.ts'
import type { ValidationRequest } from '../contracts/validation-request.ts'
import { parseCount } from '../units/count.ts'
import { nearNames } from '../units/near-names.ts'
import { parseRatio } from '../units/ratio.ts'
import { isAddress, openConnectionFile } from '../workbench/connections/connection-file.ts'
import { readTrogdorPlatform } from '../workbench/validation/read-trogdor-platform.ts'
import type { Given } from './command-line.ts'
import { readNumber, readRunDuration } from './number-options.ts'
import { type NamedRead, readAll } from './read-all.ts'
import { usageError } from './usage-error.ts'

/** Values of `--target` for embedded clusters. Any other value is the path of a connection file. */
export const embeddedTargets = ['embedded', 'embedded:kafka', 'embedded:simulated'] as const

/** Secrets and notes of the target's connection. */
interface ConnectionExtras {
  /** Secrets from the connection file. They stay in memory and are used for this run only. */
  readonly secrets: Secrets
  /** Notes for the user about the connection file. */
  readonly notes: readonly string[]
}

/** A validation request with the secrets and notes of its connection. */
export interface ReadRequest extends ConnectionExtras {
  readonly request: ValidationRequest
}

/** The options that are common to all commands that make runs, with the content of the command's file. */
export interface ReadRunOptions<S> extends ConnectionExtras {
  /** Content of the command's file, such as a scenario or a campaign. */
  readonly subject: S
  readonly target: TargetChoice
  /** The number options that were given. */
  readonly numbers: { scale?: number; quotaWindowSeconds?: number; durationMs?: number }
  /** The Prometheus endpoint, if it was given. */
  readonly endpoint: Pick<ValidationRequest, 'prometheusUrl' | 'prometheusLogin'>
}

/** What a command reads besides the request. */
interface OtherReads {
  /** Problems of other options, which are reported too. */
  readonly otherProblems?: readonly Problem[]
  /** If several of these, the scenario and the connection cannot be read, the problems of all are reported. */
  readonly alsoRead?: readonly NamedRead<unknown>[]
}

/**
 * Builds the request of `validate`. Values are checked before any file is read.
 * @throws AppError USAGE that lists every problem, or the errors of the scenario or connection file
 */
export async function readRequest(
  given: Given,
  readScenario: (path: string) => Promise<Scenario>,
  { otherProblems = [], alsoRead = [] }: OtherReads = {},
): Promise<ReadRequest> {
  const problems = [...otherProblems]
  const quotaFactor = readNumber(given, { option: 'quota-factor', read: parseRatio, schema: runQuotaFactor }, problems)
  const expected = given.text('expect')
  if (expected !== undefined && expected !== 'confirmed') {
    problems.push({ place: `--expect ${expected}`, message: 'expected: confirmed' })
  }
  const chosenDriver = driverOf(given, problems)
  const platform = given.text('trogdor')
  let trogdor: Pick<ValidationRequest, 'trogdor'> = {}
  const readPlatform = async () => {
    if (platform !== undefined) trogdor = { trogdor: await readTrogdorPlatform(platform) }
  }
  const runOptions = await readRunOptions(given, {
    ...{ command: 'validate', readFile: readScenario, problems },
    alsoRead: [['--trogdor', readPlatform], ...alsoRead],
  })
  const { subject: scenario, target, numbers, endpoint, secrets, notes } = runOptions
  const topics = given.has('existing-topics') ? { usesExistingTopics: true as const } : {}
  const request = {
    ...{ scenario, target, ...numbers, ...withoutUndefined({ quotaFactor }), ...endpoint, ...topics },
    ...trogdor,
  }
  return { request: chosenDriver === undefined ? request : { ...request, driver: chosenDriver }, secrets, notes }
}

function prometheusLoginOf(given: Given, problems: Problem[]): Pick<ValidationRequest, 'prometheusLogin'> {
  const secret = given.text('prometheus-secret')
  const username = given.text('prometheus-user')
  if (secret === undefined) {
    if (username !== undefined) problems.push({ place: '--prometheus-user', message: 'needs --prometheus-secret too' })
    return {}
  }
  if (!given.has('prometheus')) problems.push({ place: '--prometheus-secret', message: 'needs --prometheus too' })
  const outcome = check(prometheusLogin, { secret, ...(username === undefined ? {} : { username }) })
  if (outcome.ok) return { prometheusLogin: outcome.value }
  problems.push(...outcome.problems.map(({ message }) => ({ place: '--prometheus-secret', message })))
  return {}
}

function urlProblems(text: string): Problem[] {
  const outcome = check(prometheusUrl, text)
  return outcome.ok ? [] : outcome.problems.map(({ message }) => ({ place: '--prometheus', message }))
}

/** The command whose options are read, how its file is read, and what else has to be read before a run. */
interface RunInput<S> {
  readonly command: string
  readFile(path: string): Promise<S>
  /** Problems of other options, which are reported too. */
  readonly problems?: readonly Problem[]
  /** Read after the file and the target. If several cannot be read, the problems of all are reported. */
  readonly alsoRead?: readonly NamedRead<unknown>[]
}

/**
 * Reads the target and the numbers of a run, then the command's file. Values are checked before any file is read.
 * @throws AppError USAGE that lists every problem, including `problems`, or the errors of a file
 */
export async function readRunOptions<S>(given: Given, input: RunInput<S>): Promise<ReadRunOptions<S>> {
  const problems = [...(input.problems ?? [])]
  const numbers = {
    scale: readNumber(given, { option: 'scale', read: parseRatio, schema: runScale }, problems),
    quotaWindowSeconds: readNumber(
      given,
      { option: 'quota-window-seconds', read: parseCount, schema: runQuotaWindowSeconds },
      problems,
    ),
    durationMs: readRunDuration(given, problems),
  }
  const endpointUrl = given.text('prometheus')
  if (endpointUrl !== undefined) problems.push(...urlProblems(endpointUrl))
  const login = prometheusLoginOf(given, problems)
  const endpoint = endpointUrl === undefined ? {} : { prometheusUrl: endpointUrl, ...login }
  const targetText = given.text('target') ?? 'embedded'
  checkTargetWord(targetText, problems)
  if (problems.length > 0) throw usageError(input.command, problems)
  const path = given.parameters[0] ?? ''
  const [subject, chosen] = await readAll([
    [path, () => input.readFile(path)],
    [`--target ${targetText}`, () => readTarget(targetText)],
    ...(input.alsoRead ?? []),
  ])
  return { subject, numbers: withoutUndefined(numbers), endpoint, ...chosen }
}

function driverOf(given: Given, problems: Problem[]): Driver | undefined {
  const text = given.text('driver')
  const known = driver.options.find((each) => each === text)
  if (text !== undefined && known === undefined) {
    problems.push({ place: `--driver ${text}`, message: `use ${driver.options.join(' or ')}` })
  }
  return known
}

async function readTarget(text: string): Promise<ConnectionExtras & { readonly target: TargetChoice }> {
  const kind = embeddedTargets.find((each) => each === text)
  if (kind !== undefined) return { target: { kind }, secrets: {}, notes: [] }
  const { connection, secrets, notes } = await openConnectionFile(text)
  return { target: { kind: 'connection', connection }, secrets, notes }
}

/** Refuses a misspelled embedded target, which would otherwise be taken for a file name. */
function checkTargetWord(text: string, problems: Problem[]): void {
  if (embeddedTargets.some((each) => each === text) || /[./\\]/.test(text) || isAddress(text)) return
  const [suggestion] = nearNames(text, embeddedTargets)
  const hint =
    suggestion === undefined
      ? `use ${embeddedTargets.join(', ')} or a connection file (JSON, or a client's properties)`
      : `did you mean ${suggestion}?`
  problems.push({ place: `--target ${text}`, message: hint })
}

/** Drops undefined fields, because TypeScript's exact optional types treat an undefined field unlike a missing one. */
function withoutUndefined<T extends Record<string, number | undefined>>(values: T): { [K in keyof T]?: number } {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [K in keyof T]?: number }
}
