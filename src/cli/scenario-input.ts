/**
 * Reads the scenario of a command line from a file and applies `--set`, `--size`, `--as-of` and `--calibration`.
 */
import { AppError } from '../contracts/app-error.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { type FieldChange, readScenario } from '../workbench/sizing/scenario-files.ts'
import type { Given } from './command-line.ts'
import { type NamedRead, readAll } from './read-all.ts'
import { usageError } from './usage-error.ts'

/** Options of commands that have a scenario. */
export const scenarioOptions = {
  set: {
    value: 'PATH=VALUE',
    isRepeatable: true,
    text: 'Change a field, as in --set workload.topics.0.partitions=10.',
  },
  size: { value: 'N', text: 'Size of the deployment: CKUs, brokers. The same as --set deployment.size=N' },
  calibration: {
    value: 'NAME',
    text: 'Apply a calibration of the workspace to the model. The same as --set deployment.calibration=NAME',
  },
  'as-of': { value: 'DATE', text: 'Limits on that date, like 2020-04. The same as --set deployment.asOf=DATE' },
} as const

/** Reads a scenario and applies the options. @throws AppError USAGE, FILE_UNREADABLE or SCENARIO_INVALID */
export async function scenarioOf(path: string, given: Given): Promise<Scenario> {
  return readScenario(path, changesOf(given, given.texts('set')))
}

/**
 * Reads all scenarios of a command line and applies the options to each. `--set 2:PATH=VALUE` changes the second scenario
 * only. Topics, producers, groups and connections can be changed only in this form, because each scenario has its own.
 * @throws AppError as `scenarioOf`; USAGE that lists every problem of `--set`
 */
export async function scenariosOf(given: Given): Promise<Scenario[]> {
  const { parameters } = given
  const settings = given.texts('set').map((text) => {
    const [, number, path] = /^(\d+):(.*)$/s.exec(text) ?? []
    return { text, path: path ?? text, number: number === undefined ? null : Number(number) }
  })
  const problems = settings.flatMap(({ text, path, number }) => {
    const place = `--set ${text}`
    if (number === null && /^\s*workload\.(topics|producers|consumerGroups|connections)\b/.test(path)) {
      return [{ place, message: `name the scenario by its number: --set 1:${text}` }]
    }
    if (number === null || (number >= 1 && number <= parameters.length)) return []
    return [{ place, message: `expected the number of a scenario, 1 to ${parameters.length}` }]
  })
  if (problems.length > 0) throw usageError('predict', problems)
  return readAll(
    parameters.map((path, index): NamedRead<Scenario> => {
      const ownSettings = settings.filter(({ number }) => number === null || number === index + 1)
      const texts = ownSettings.map((each) => each.path)
      return [path, () => readScenario(path, changesOf(given, texts))]
    }),
  )
}

function changesOf(given: Given, settings: readonly string[]): FieldChange[] {
  const changes = settings.map(readChange)
  const size = given.text('size')
  if (size !== undefined) changes.push({ path: 'deployment.size', value: size })
  const asOf = given.text('as-of')
  if (asOf !== undefined) changes.push({ path: 'deployment.asOf', value: asOf })
  const calibration = given.text('calibration')
  if (calibration !== undefined) changes.push({ path: 'deployment.calibration', value: calibration })
  return changes
}

function readChange(text: string): FieldChange {
  const at = text.indexOf('=')
  if (at > 0) return { path: text.slice(0, at).trim(), value: text.slice(at + 1) }
  throw new AppError('USAGE', `--set ${text}: expected PATH=VALUE.`, {
    remedy: 'For example: --set workload.topics.0.partitions=10',
  })
}
