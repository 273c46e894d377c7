/**
 * Reads scenario files, reporting all problems at once, and writes them completely or not at all.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inWordsOfUnits, setScenarioField, stepsOf } from '../../capacity/set-scenario-field.ts'
import { AppError, type Problem } from '../../contracts/app-error.ts'
import { check, problemsError } from '../../contracts/parse.ts'
import { type Scenario, scenario } from '../../contracts/scenario.ts'
import { fileError } from '../files/file-error.ts'
import { maxWrittenFileBytes, readJsonValue } from '../files/read-json-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { partOf } from '../observations/read-observation-file.ts'

/** Suffix of the examples' file names. */
const scenarioFileSuffix = '.headroom.json'

/** A field of a scenario to change, e.g. `workload.topics.0.partitions`, and the value that the user typed. */
export interface FieldChange {
  readonly path: string
  readonly value: unknown
}

/**
 * Reads a scenario file, or the scenario in the JSON report of an observation. Changes are applied before the scenario is
 * checked.
 * @throws AppError FILE_UNREADABLE or SCENARIO_INVALID with every problem and its place
 */
export async function readScenario(path: string, changes: readonly FieldChange[] = []): Promise<Scenario> {
  const written = await readJsonValue(path, {
    noun: 'scenario',
    code: 'SCENARIO_INVALID',
    maxBytes: maxWrittenFileBytes,
  })
  const { changed, refusals } = withChanges(partOf(written, 'scenario') ?? written, changes)
  const what = changes.length === 0 ? `The scenario ${path}` : `The scenario ${path}, changed as asked,`
  const remedy = 'Correct it; examples/first.headroom.json shows the shape.'
  const outcome = check(scenario, changed)
  const problems = [...givenTwice(changes), ...(outcome.ok ? [] : inWordsOfUnits(outcome.problems, changes))]
  const [first] = refusals
  if (first !== undefined && refusals.length + problems.length === 1) throw first
  if (outcome.ok && first === undefined && problems.length === 0) return outcome.value
  const all = [...refusals.flatMap((refusal) => refusal.problems), ...problems]
  throw problemsError(all, { code: 'SCENARIO_INVALID', what, remedy })
}

/** Fields that are changed twice: which of the two values is meant cannot be known. */
function givenTwice(changes: readonly FieldChange[]): Problem[] {
  const fields = changes.map(({ path }) => stepsOf(path).join('.'))
  return changes.flatMap(({ path, value }, index) => {
    const earlier = changes[fields.indexOf(fields[index] ?? '')]
    if (earlier === undefined || earlier === changes[index]) return []
    return [{ place: path, message: `given twice, as ${String(earlier.value)} and ${String(value)}; leave one out` }]
  })
}

/** Applies the changes. `refusals` names every path that no scenario has. */
function withChanges(
  written: unknown,
  changes: readonly FieldChange[],
): { readonly changed: unknown; readonly refusals: readonly AppError[] } {
  const refusals: AppError[] = []
  let changed = written
  for (const { path, value } of changes) {
    try {
      changed = setScenarioField(changed, path, value)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals.push(error)
    }
  }
  return { changed, refusals }
}

/** @throws AppError FILE_UNWRITABLE or DISK_FULL. The old file is then unchanged. */
export async function writeScenario(path: string, value: Scenario): Promise<void> {
  await writeFileAtomically(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** An example scenario that ships with Headroom. */
export interface Example {
  readonly fileName: string
  readonly scenario: Scenario
}

/** Reads the examples, sorted by file name. @throws AppError as `readScenario`, and FILE_UNREADABLE without the folder */
export async function loadExamples(examplesPath: string): Promise<Example[]> {
  const fileNames = await listFiles(examplesPath, scenarioFileSuffix, 'The examples in')
  return Promise.all(
    fileNames.map(async (fileName) => ({ fileName, scenario: await readScenario(join(examplesPath, fileName)) })),
  )
}

/**
 * Returns the sorted names of a folder's files with this suffix.
 * @param what subject of the error message, before the path of the folder
 * @throws AppError FILE_UNREADABLE
 */
export async function listFiles(directory: string, suffix: string, what: string): Promise<string[]> {
  try {
    const names = await readdir(directory)
    return names.filter((name) => name.endsWith(suffix)).sort()
  } catch (error) {
    throw fileError(error, 'FILE_UNREADABLE', `${what} ${directory}`, 'Install Headroom again: a part is missing.')
  }
}
