/**
 * Campaigns: which step comes next, decided from the results so far and nothing else.
 *
 * A reducer without memory: called with the same campaign and results it gives the same step, so that resuming a
 * campaign is replaying its results.
 */

import { scaleScenario } from '../capacity/scale-scenario.ts'
import { setScenarioField } from '../capacity/set-scenario-field.ts'
import type { Campaign, CampaignStep, StepResult } from '../contracts/campaign.ts'
import { parseOrThrow } from '../contracts/parse.ts'
import { type Scenario, scenario as scenarioSchema } from '../contracts/scenario.ts'
import { groupDigits } from '../units/number-text.ts'

/** A configuration to be run `repeats` times. */
type Configuration = { readonly stepId: string; readonly label: string; readonly scenario: () => Scenario }

/** Whether a configuration was sustained, or null while repeats of it are missing. */
type Outcome = (stepId: string) => boolean | null

/** The next run of a campaign, or null when it is done. Results may come in any order. */
export function nextStep(campaign: Campaign, results: readonly StepResult[]): CampaignStep | null {
  const configuration = nextConfiguration(campaign, outcomeOf(campaign, results))
  if (configuration === null) return null
  const done = results.filter((result) => result.stepId === configuration.stepId).length
  return {
    stepId: configuration.stepId,
    label: campaign.repeats === 1 ? configuration.label : `${configuration.label}, ${done + 1} of ${campaign.repeats}`,
    repeat: done + 1,
    scenario: configuration.scenario(),
  }
}

/** The highest load factor of a ladder or search that was sustained in most repeats; null where none was. */
export function highestSustainedFactor(campaign: Campaign, results: readonly StepResult[]): number | null {
  const outcome = outcomeOf(campaign, results)
  const factors = results.flatMap((result) => {
    const factor = /^load-(.+)$/.exec(result.stepId)?.[1]
    return factor !== undefined && outcome(result.stepId) === true ? [Number(factor)] : []
  })
  return factors.length === 0 ? null : Math.max(...factors)
}

function nextConfiguration(campaign: Campaign, outcome: Outcome): Configuration | null {
  const { method } = campaign
  switch (method.kind) {
    case 'single':
      return outcome('single') === null
        ? { stepId: 'single', label: campaign.scenario.name, scenario: () => campaign.scenario }
        : null
    case 'ladder':
      return nextOfLadder(campaign, method, outcome)
    case 'saturation-search':
      return nextOfSearch(campaign, method, outcome)
    case 'sweep':
      return nextOfSweep(campaign, method, outcome)
  }
}

function nextOfLadder(
  campaign: Campaign,
  method: { loadFactors: readonly number[]; stopsWhenSaturated: boolean },
  outcome: Outcome,
): Configuration | null {
  for (const factor of method.loadFactors) {
    const step = atFactor(campaign, factor)
    const isSustained = outcome(step.stepId)
    if (isSustained === null) return step
    if (!isSustained && method.stopsWhenSaturated) return null
  }
  return null
}

/** Bisection between a factor that is sustained and one that is not. */
function nextOfSearch(
  campaign: Campaign,
  method: { lowFactor: number; highFactor: number; toleranceRatio: number },
  outcome: Outcome,
): Configuration | null {
  let [low, high] = [method.lowFactor, method.highFactor]
  const atLow = outcome(atFactor(campaign, low).stepId)
  if (atLow === null) return atFactor(campaign, low)
  if (!atLow || high <= low) return null
  const atHigh = outcome(atFactor(campaign, high).stepId)
  if (atHigh === null) return atFactor(campaign, high)
  if (atHigh) return null
  // A tolerance of 0 would never end: below a thousandth runs do not differ.
  const tolerance = Math.max(method.toleranceRatio, 0.001)
  while (high - low > tolerance * low) {
    const middle = Number(((low + high) / 2).toPrecision(6))
    if (middle <= low || middle >= high) return null
    const isSustained = outcome(atFactor(campaign, middle).stepId)
    if (isSustained === null) return atFactor(campaign, middle)
    if (isSustained) low = middle
    else high = middle
  }
  return null
}

function nextOfSweep(
  campaign: Campaign,
  method: { path: string; values: readonly unknown[] },
  outcome: Outcome,
): Configuration | null {
  for (const [index, value] of method.values.entries()) {
    const stepId = `value-${index + 1}`
    if (outcome(stepId) !== null) continue
    const label = `${method.path} = ${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, 150)
    return { stepId, label, scenario: () => withField(campaign, method.path, value) }
  }
  return null
}

function atFactor(campaign: Campaign, factor: number): Configuration {
  return {
    stepId: `load-${factor}`,
    label: `${groupDigits(factor, 4)} times the load`,
    scenario: () => scaleScenario(campaign.scenario, factor),
  }
}

/** @throws AppError SCENARIO_INVALID where the path or the value is wrong. */
function withField(campaign: Campaign, path: string, value: unknown): Scenario {
  const json = setScenarioField(campaign.scenario, path, value)
  const remedy = `Correct the values that the campaign "${campaign.name}" tries.`
  return parseOrThrow(scenarioSchema, json, 'SCENARIO_INVALID', `The step ${path} = ${JSON.stringify(value)}`, remedy)
}

/** A configuration is sustained when more than half of its repeats were. */
function outcomeOf(campaign: Campaign, results: readonly StepResult[]): Outcome {
  return (stepId) => {
    const own = results.filter((result) => result.stepId === stepId)
    if (own.length < campaign.repeats) return null
    return own.filter((result) => result.isSustained).length * 2 > own.length
  }
}
