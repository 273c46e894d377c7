/**
 * Builds the requested campaign from a published benchmark: with all or some cases, at another size, or as a smoke
 * test. Pure.
 */
import { setScenarioField } from '../capacity/set-scenario-field.ts'
import { AppError, type Problem } from '../contracts/app-error.ts'
import type { Benchmark, BenchmarkProfile } from '../contracts/benchmark.ts'
import type { Campaign, CampaignCase } from '../contracts/campaign.ts'
import { parseOrThrow } from '../contracts/parse.ts'
import { type Scenario, scenario as scenarioSchema } from '../contracts/scenario.ts'
import { groupDigits } from '../units/number-text.ts'
import { numberAt } from './campaign-configurations.ts'

/** The user's choices for a benchmark. */
export interface BenchmarkChoice {
  readonly profile: BenchmarkProfile
  /** Ids of the cases to run. Default: all of the profile. */
  readonly cases?: readonly string[]
  /** Values of the method's axis, which replace the published cases. Default: the published cases. */
  readonly axisValues?: readonly number[]
  /** Size of the deployment. Default: as published. */
  readonly size?: number
  /** True if it runs on the user's cluster. Default: on embedded brokers. */
  readonly isOnCluster?: boolean
}

/**
 * The campaign to run for a choice.
 * @throws AppError USAGE if a case is unknown or the size cannot be chosen, CAMPAIGN_INVALID if it is not a benchmark.
 */
export function benchmarkCampaign(campaign: Campaign, choice: BenchmarkChoice): Campaign {
  const { benchmark, method } = campaign
  if (benchmark === undefined || method.kind !== 'cases') {
    throw new AppError('CAMPAIGN_INVALID', `The campaign "${campaign.name}" is not a published benchmark.`, {
      remedy: 'Run it as a campaign',
      action: { command: 'headroom campaign FILE', view: 'Benchmarks' },
    })
  }
  const known = casesOnAxis(campaign, choice)
  checkChoice(benchmark, known, choice)
  const sized = choice.size === undefined ? { campaign, cases: known } : atSize(campaign, benchmark, choice.size)
  const wanted = choice.cases ?? defaultCases(benchmark, sized.cases, choice)
  const cases = sized.cases.filter(({ id }) => wanted.includes(id) || isBelowWanted(sized.cases, wanted, id))
  const isPublishedSize = sized.campaign.scenario.deployment.size === campaign.scenario.deployment.size
  const published = isPublishedSize ? benchmark.published : {}
  const narrowed: Benchmark = {
    ...benchmark,
    profile: choice.profile,
    published: Object.fromEntries(Object.entries(published).filter(([id]) => cases.some((each) => each.id === id))),
    smoke: { ...benchmark.smoke, cases: cases.map(({ id }) => id) },
  }
  const { growth } = method
  const writers = choice.profile === 'smoke' ? benchmark.smoke.writers : undefined
  const grown = growth === undefined || writers === undefined ? method : { ...method, growth: { ...growth, writers } }
  return withProfile({ ...sized.campaign, benchmark: narrowed, method: { ...grown, cases } }, narrowed)
}

/** The cases, or one case per value if values of the axis were given. */
function casesOnAxis({ method, benchmark }: Campaign, { axisValues }: BenchmarkChoice): CampaignCase[] {
  if (method.kind !== 'cases') return []
  const { axis } = method
  const word = benchmark?.axisOption
  if (axisValues === undefined || axis === undefined || word === undefined) return method.cases
  return axisValues.map((value) => ({
    id: `${word}-${value}`,
    label: `${groupDigits(value)} ${word}`,
    set: { [axis]: value },
  }))
}

/** True if a wanted case runs below this case's peak, so that it cannot be run without this case. */
function isBelowWanted(cases: readonly CampaignCase[], wanted: readonly string[], id: string): boolean {
  return cases.some(({ id: own, below }) => below?.caseId === id && wanted.includes(own))
}

/**
 * The ids of the profile's cases, or of all cases if values of the axis were given. On the user's cluster, cases that run
 * there only on request are left out.
 */
function defaultCases({ smoke }: Benchmark, cases: readonly CampaignCase[], choice: BenchmarkChoice): string[] {
  const { profile, axisValues, isOnCluster = false } = choice
  return cases
    .filter(({ isOnRequestOnClusters }) => !(isOnCluster && isOnRequestOnClusters === true))
    .map(({ id }) => id)
    .filter((id) => profile === 'full' || axisValues !== undefined || smoke.cases.includes(id))
}

function checkChoice(benchmark: Benchmark, cases: readonly CampaignCase[], choice: BenchmarkChoice): void {
  const known = cases.map(({ id }) => id)
  const problems: Problem[] = (choice.cases ?? [])
    .filter((id) => !known.includes(id))
    .map((id) => ({ place: `case ${id}`, message: `unknown; expected one of ${known.join(', ')}` }))
  if (choice.size !== undefined && benchmark.size === undefined) {
    problems.push({
      place: 'size',
      message: 'cannot be chosen, because each case of this benchmark has its own published size',
    })
  }
  if (choice.axisValues !== undefined && benchmark.axisOption === undefined) {
    problems.push({ place: 'axis', message: 'cannot be chosen, because this benchmark has no axis' })
  }
  const [first] = problems
  if (first === undefined) return
  const message =
    problems.length === 1
      ? `The benchmark ${benchmark.id}: ${first.place}: ${first.message}.`
      : `The benchmark ${benchmark.id} cannot be run with these options.`
  throw new AppError('USAGE', message, {
    problems: problems.length === 1 ? [] : problems,
    remedy: 'See its options',
    action: { command: 'headroom benchmark list', view: 'Benchmarks' },
  })
}

/** The scenario and all cases at another size. The fields that the benchmark names grow with the size. */
function atSize(campaign: Campaign, benchmark: Benchmark, size: number): { campaign: Campaign; cases: CampaignCase[] } {
  const { scenario, method } = campaign
  const factor = size / scenario.deployment.size
  const grows = benchmark.size?.grows ?? []
  const grown = grows.reduce<unknown>(
    (json, path) => setScenarioField(json, path, grownValue(numberAt(scenario, path) ?? 1, factor)),
    setScenarioField(scenario, 'deployment.size', size),
  )
  const cases = method.kind === 'cases' ? method.cases : []
  return {
    campaign: { ...campaign, scenario: checkedScenario(grown, benchmark, size) },
    cases: cases.map((each) => ({
      ...each,
      set: Object.fromEntries(
        Object.entries(each.set).map(([path, value]) =>
          typeof value === 'number' && grows.includes(path) ? [path, grownValue(value, factor)] : [path, value],
        ),
      ),
    })),
  }
}

function checkedScenario(json: unknown, { id }: Benchmark, size: number): Scenario {
  return parseOrThrow(scenarioSchema, json, {
    code: 'USAGE',
    what: `The benchmark ${id} at size ${size}`,
    remedy: 'Choose another size.',
  })
}

/** Rounds a number of clients, to at least one. */
function grownValue(value: number, factor: number): number {
  return Math.max(1, Math.round(value * factor))
}

/** The smoke profile: one run per case, short loads, no warm-up. */
function withProfile(campaign: Campaign, { profile, smoke }: Benchmark): Campaign {
  if (profile === 'full') return campaign
  const { warmUp: _long, quotaWindowSeconds: _window, ...rest } = campaign
  const { durationMs, coolDownMs, quotaWindowSeconds } = smoke
  return {
    ...rest,
    repeats: 1,
    durationMs,
    coolDownMs,
    ...(quotaWindowSeconds === undefined ? {} : { quotaWindowSeconds }),
  }
}
