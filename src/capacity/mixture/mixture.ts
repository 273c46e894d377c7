/**
 * Several workloads on one cluster, as one scenario. It is predicted like any other. The mixture keeps the scenario of
 * each workload.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Deployment, Scenario } from '../../contracts/scenario.ts'
import type { Workload } from '../../contracts/workload.ts'
import { counted } from '../../units/count.ts'
import { deploymentProblems, sharedSettingProblems } from './differences.ts'
import { type Renamed, withUniqueNames } from './unique-names.ts'

/**
 * Maximum number of workloads in a mixture, and of entries in each of its lists. The schema of scenarios has the same
 * limits.
 */
const maxWorkloads = 20
const maxEntries = 1000

/** Several workloads on one deployment. */
export type Mixture = {
  /** All workloads in one. Of a single workload: its own scenario, unchanged. */
  readonly scenario: Scenario
  /** Each workload alone on that deployment, in the given order, with the names that it has in the mixture. */
  readonly workloads: readonly Scenario[]
  /** Topics, producers and groups that had to be renamed because two workloads used the same name. */
  readonly renamed: readonly Renamed[]
}

/**
 * Merges the workloads of scenarios. `deployment` replaces those of the scenarios, which must otherwise be the same.
 * @throws AppError SCENARIO_INVALID that lists every difference with its values
 */
export function mixWorkloads(scenarios: readonly Scenario[], deployment?: Deployment): Mixture {
  const [first] = scenarios
  if (first === undefined) throw new AppError('SCENARIO_INVALID', 'A mixture needs at least one workload.')
  if (scenarios.length > maxWorkloads) {
    throw new AppError('SCENARIO_INVALID', `A mixture has at most ${maxWorkloads} workloads, not ${scenarios.length}.`)
  }
  if (deployment === undefined) refuse(deploymentProblems(scenarios), 'deployment', deploymentRemedy)
  refuse(sharedSettingProblems(scenarios), 'workload', settingRemedy)
  const { scenarios: named, renamed } = withUniqueNames(
    scenarios.map((each) => ({ ...each, deployment: deployment ?? first.deployment })),
  )
  const scenario = mergedScenario(named)
  refuseTooMany(scenario.workload)
  return { scenario, workloads: named, renamed }
}

/** The scenario with the workloads of all. The scenarios differ in their names and entries only. */
export function mergedScenario(scenarios: readonly Scenario[]): Scenario {
  const [first, ...others] = scenarios
  if (first === undefined) throw new AppError('SCENARIO_INVALID', 'A mixture needs at least one workload.')
  if (others.length === 0) return first
  const { notes: _notes, validation: _validation, $schema: _schema, ...rest } = first
  const workloads = scenarios.map(({ workload }) => workload)
  return {
    ...rest,
    name: nameOfAll(scenarios),
    workload: {
      ...first.workload,
      topics: workloads.flatMap(({ topics }) => topics),
      producers: workloads.flatMap(({ producers }) => producers),
      consumerGroups: workloads.flatMap(({ consumerGroups }) => consumerGroups),
      connections: allConnections(workloads),
    },
  }
}

const maxNameLength = 200

/** "orders + clicks"; "orders + 11 others" if that is too long for a name. */
function nameOfAll(scenarios: readonly Scenario[]): string {
  const whole = scenarios.map(({ name }) => name).join(' + ')
  if (whole.length <= maxNameLength) return whole
  const others = ` + ${counted(scenarios.length - 1, 'other')}`
  return `${scenarios[0]?.name.slice(0, maxNameLength - others.length) ?? ''}${others}`
}

/** All workloads give `total`, or none does; otherwise `mixWorkloads` has refused them. */
function allConnections(workloads: readonly Workload[]): Workload['connections'] {
  let [total, attemptsPerSec] = [0, 0]
  for (const { connections } of workloads) {
    total += connections.total ?? 0
    attemptsPerSec += connections.attemptsPerSec
  }
  return total === 0 ? { attemptsPerSec } : { total, attemptsPerSec }
}

const deploymentRemedy =
  'Take the deployment of one scenario with --deployment-of N, or set the fields for all, as with --size.'

const settingRemedy = 'Give all workloads the same value.'

function refuse(problems: AppError['problems'], noun: string, remedy: string): void {
  if (problems.length === 0) return
  const fields = counted(problems.length, 'field')
  throw new AppError('SCENARIO_INVALID', `The scenarios differ in ${fields} of the ${noun} that they must share.`, {
    problems,
    remedy,
  })
}

function refuseTooMany({ topics, producers, consumerGroups }: Workload): void {
  const problems = Object.entries({ topics, producers, consumerGroups }).flatMap(([list, entries]) =>
    entries.length <= maxEntries
      ? []
      : [{ place: `workload.${list}`, message: `together ${entries.length} entries; expected at most ${maxEntries}` }],
  )
  if (problems.length === 0) return
  throw new AppError('SCENARIO_INVALID', 'The workloads together have too many entries.', {
    problems,
    remedy: 'Replace entries that differ only in name with one entry that has a count.',
  })
}
