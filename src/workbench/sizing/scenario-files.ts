/**
 * Scenario files: read with every problem at once, written wholly or not at all.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inWordsOfUnits, setScenarioField } from '../../capacity/set-scenario-field.ts'
import { AppError } from '../../contracts/app-error.ts'
import { check, problemsError } from '../../contracts/parse.ts'
import { type Scenario, scenario } from '../../contracts/scenario.ts'
import { fileError } from '../files/file-error.ts'
import { readJsonValue } from '../files/read-json-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'

/** How scenario files are named. */
const scenarioFileSuffix = '.headroom.json'

/** One field of a scenario, set on the way in: `workload.topics.0.partitions` to what was typed. */
export interface FieldChange {
  readonly path: string
  readonly value: unknown
}

/**
 * The scenario of a file, with fields changed before it is checked.
 * @throws AppError FILE_UNREADABLE or SCENARIO_INVALID with every problem and its place.
 */
export async function readScenario(path: string, changes: readonly FieldChange[] = []): Promise<Scenario> {
  const written = await readJsonValue(path, { noun: 'scenario', code: 'SCENARIO_INVALID' })
  const changed = withChanges(written, changes)
  const what = changes.length === 0 ? `The scenario ${path}` : `The scenario ${path}, changed as asked,`
  const remedy = 'Correct it; examples/first.headroom.json shows the shape.'
  const outcome = check(scenario, changed)
  if (outcome.ok) return outcome.value
  throw problemsError(inWordsOfUnits(outcome.problems, changes), 'SCENARIO_INVALID', what, remedy)
}

/** @throws AppError SCENARIO_INVALID with every path that no scenario has. */
function withChanges(written: unknown, changes: readonly FieldChange[]): unknown {
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
  const [first] = refusals
  if (first === undefined) return changed
  if (refusals.length === 1) throw first
  throw new AppError('SCENARIO_INVALID', `A scenario has none of these ${refusals.length} fields.`, {
    problems: refusals.flatMap(({ problems }) => problems),
    remedy: 'Correct their paths.',
  })
}

/** @throws AppError FILE_UNWRITABLE or DISK_FULL; the old file stays as it was. */
export async function writeScenario(path: string, value: Scenario): Promise<void> {
  await writeFileAtomically(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** A scenario that comes with Headroom. */
export interface Example {
  readonly fileName: string
  readonly scenario: Scenario
}

/** @throws AppError as `readScenario`, and FILE_UNREADABLE where the folder is missing. */
export async function loadExamples(examplesPath: string): Promise<Example[]> {
  const fileNames = await listFiles(examplesPath, scenarioFileSuffix, 'The examples in')
  return Promise.all(
    fileNames.map(async (fileName) => ({ fileName, scenario: await readScenario(join(examplesPath, fileName)) })),
  )
}

/** Names of the files of a folder that end so, sorted. @throws AppError FILE_UNREADABLE */
export async function listFiles(directory: string, suffix: string, what: string): Promise<string[]> {
  try {
    const names = await readdir(directory)
    return names.filter((name) => name.endsWith(suffix)).sort()
  } catch (error) {
    throw fileError(error, 'FILE_UNREADABLE', `${what} ${directory}`, 'Install Headroom again: a part is missing.')
  }
}
