/**
 * Differences between scenarios that prevent a merge: fields that have only one value in a mixture.
 */
import type { Problem } from '../../contracts/app-error.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { Workload } from '../../contracts/workload.ts'

/** Settings that hold for all clients of a workload. */
const sharedSettings = [
  'clientFamily',
  'clientLanguage',
  'isEncrypted',
  'clientPortBytesPerSec',
  'clientHost',
  'roundTripMs',
] as const satisfies readonly (keyof Workload)[]

/** Fields of the deployment in which scenarios differ, with the values of all. */
export function deploymentProblems(scenarios: readonly Scenario[]): Problem[] {
  const fields = new Set(scenarios.flatMap(({ deployment }) => Object.keys(deployment)))
  return [...fields].flatMap((field) =>
    differenceOf(
      scenarios,
      `deployment.${field}`,
      ({ deployment }) => Object.entries(deployment).find(isNamed(field))?.[1],
    ),
  )
}

/** Settings of clients in which workloads differ, with all values, and connections that only some of them give. */
export function sharedSettingProblems(scenarios: readonly Scenario[]): Problem[] {
  const settings = sharedSettings.flatMap((field) =>
    differenceOf(scenarios, `workload.${field}`, ({ workload }) =>
      field === 'isEncrypted' ? workload[field] === true : workload[field],
    ),
  )
  const isGiven = ({ workload }: Scenario) => workload.connections.total !== undefined
  if (scenarios.every(isGiven) || !scenarios.some(isGiven)) return settings
  const without = scenarios.filter((each) => !isGiven(each)).map(quoted)
  const message = `given by some scenarios, and not by ${without.join(', ')}; give it in all or in none`
  return [...settings, { place: 'workload.connections.total', message }]
}

function differenceOf(
  scenarios: readonly Scenario[],
  place: string,
  valueIn: (scenario: Scenario) => unknown,
): Problem[] {
  const texts = scenarios.map((each) => textOf(valueIn(each)))
  if (new Set(texts).size <= 1) return []
  const values = scenarios.map((each, index) => `${texts[index]} in ${quoted(each)} (scenario ${index + 1})`)
  return [{ place, message: values.join(', ') }]
}

function isNamed(field: string) {
  return ([name]: readonly [string, unknown]) => name === field
}

function quoted({ name }: Scenario): string {
  return `"${name}"`
}

function textOf(value: unknown): string {
  if (value === undefined) return 'left out'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
