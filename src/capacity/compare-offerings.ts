/**
 * Compares offerings for one workload, each at the smallest size that carries it.
 */

import { constraintName } from '../contracts/dimensions.ts'
import type { FigureBands } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Deployment, Scenario } from '../contracts/scenario.ts'
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import { formatPercent, utilisationText } from '../units/ratio.ts'
import { chanceMet } from './chance-met.ts'
import {
  earliestLimitSet,
  leastUnits,
  limitSetAt,
  noRateSentence,
  publishesNoRate,
  smallestBuyableSize,
} from './limit-set.ts'
import { deploymentRefusals } from './refusals.ts'
import { acceptedSize, atSize, type Blocker, blockersOf } from './size-answers.ts'
import { smallBatchesText } from './small-batches.ts'
import { fullestOf } from './smallest-size.ts'
import { type Solution, solve } from './solve.ts'
import { tierCaution } from './tier-caution.ts'

/** Options of a comparison. */
export type CompareOptions = {
  readonly targetUtilisation?: number
  /** Date of the limits. Left out: the date of the scenario for its own offering, the newest limits of the others. */
  readonly asOf?: string
}

/** The outcome for one offering, or for one of its tiers. */
export type ComparedOffering = {
  readonly offering: string
  readonly offeringName: string
  readonly vendor: string
  /** `id` of the tier; null if the offering has none, or for the scenario's own host (`deployment.host`). */
  readonly tier: string | null
  /** Why the tier is not for production; null if nothing is said against it. Such tiers come after the others. */
  readonly caution: string | null
  readonly unitName: string
  readonly limitsAsOf: string
  /** Name of the calibration that was applied to the model; null if none was. */
  readonly calibration: string | null
  /** The file of the workspace that has the model; null if the model comes with Headroom. */
  readonly ownFile: string | null
  readonly fits: boolean
  /** Sentences on why it does not fit. */
  readonly reasons: readonly string[]
  /** Smallest size with every limit at or below the target. The fields below are at this size. */
  readonly size: number | null
  /** For a scenario: offering, tier and that size, with the settings of the wanted deployment that apply to it. */
  readonly deployment: Deployment | null
  readonly achievable: FigureBands | null
  readonly headroom: number | null
  /** The chance that this size meets the load; null for declared limits. */
  readonly chanceMet: number | null
  readonly binding: Readonly<Prediction['binding']>
  readonly fullest: Blocker | null
  /** Why this size may carry less than its limits say; null if nothing is known. */
  readonly warning: string | null
}

/** An offering with a lower chance to meet the load does not count among those that carry it. */
export const nearlySure = 0.9

/** True unless the chance that the load is met is low. Declared limits have no chance. */
export function isNearlySure({ chanceMet }: Pick<ComparedOffering, 'chanceMet'>): boolean {
  return chanceMet === null || chanceMet >= nearlySure
}

/** Maximum number of limits that a reason names. */
const maxNamed = 3

/** Compares every offering and tier. Those that fit come first; then they are sorted by name and size. */
export function compareOfferings(
  scenario: Scenario,
  offerings: readonly Offering[],
  options: CompareOptions = {},
): ComparedOffering[] {
  const found = offerings.flatMap((offering) => {
    return variantsOf(scenario, offering).map((variant) => compareOne(scenario, offering, variant, options))
  })
  return found.sort(inOrder)
}

/** A variant of an offering: a tier, or the scenario's own host. */
type Variant = { readonly tier: string | null; readonly host?: Deployment['host'] }

/** Every tier, and the scenario's own host beside the hosts of its offering. */
function variantsOf({ deployment: { offering: wanted, host } }: Scenario, offering: Offering): Variant[] {
  const tiers: Variant[] = offering.tiers?.map(({ id }) => ({ tier: id })) ?? [{ tier: null }]
  return offering.id === wanted && host !== undefined ? [{ tier: null, host }, ...tiers] : tiers
}

function compareOne(
  scenario: Scenario,
  offering: Offering,
  variant: Variant,
  options: CompareOptions,
): ComparedOffering {
  const { tier } = variant
  const deployment = deploymentOn(scenario, offering, variant, options.asOf)
  const target = options.targetUtilisation ?? targetUtilisation
  const there: Scenario = { ...scenario, deployment }
  const first = solve(there, offering)
  // As in `predict`, a size that refuses the workload does not count.
  const smallest = first.models.length === 0 ? null : acceptedSize(there, first.situation, target)
  const { limits } = first.situation
  const common = {
    offering: offering.id,
    offeringName: offering.name,
    vendor: offering.vendor,
    tier,
    caution: tierCaution(offering, tier),
    limitsAsOf: limits.asOf,
    calibration: offering.calibration?.name ?? null,
    ownFile: offering.ownFile?.name ?? null,
  }
  if (publishesNoRate(offering, limits)) {
    return { ...common, ...nothing, unitName: offering.unitName.plural, reasons: [noRateSentence(offering, limits)] }
  }
  if (smallest === null) {
    // If every size is refused (date, tier, feature), utilisation adds nothing to that reason.
    const refusals = deploymentRefusals(there, offering, limits)
    const reasons = refusals.length > 0 ? refusals : blockedReasons(first, there, target)
    return { ...common, ...nothing, unitName: offering.unitName.plural, reasons }
  }
  const solution = solve(atSize(there, smallest.size), offering)
  return { ...common, ...atSmallest(solution, target), reasons: solution.refusals }
}

const nothing = {
  fits: false,
  size: null,
  deployment: null,
  achievable: null,
  headroom: null,
  chanceMet: null,
  binding: [],
  fullest: null,
  warning: null,
} as const

function atSmallest(solution: Solution, target: number) {
  const { situation, refusals, achievable, growth, models, demanded } = solution
  const { size, offering, deployment } = situation
  return {
    unitName: size === 1 ? offering.unitName.singular : offering.unitName.plural,
    fits: refusals.length === 0,
    size,
    deployment,
    achievable,
    headroom: growth.factor,
    chanceMet: chanceMet(solution),
    binding: growth.binding.map(({ id, dimension, layer }) => ({ id, dimension, layer })),
    fullest: fullestOf(models, demanded, target).limit,
    warning: smallBatchesText(situation),
  }
}

/**
 * The settings of the wanted deployment that apply to any offering, such as cloud and zones. On its own offering all of
 * them apply, so that comparison and prediction give the same answer.
 */
function deploymentOn(
  { deployment: wanted, workload }: Scenario,
  offering: Offering,
  { tier, host }: Variant,
  asOf: string | undefined,
): Deployment {
  const { cloud, zones, isShort } = wanted
  const isOwn = offering.id === wanted.offering
  const date = asOf ?? (isOwn ? wanted.asOf : undefined)
  // With a host of the scenario's own, the wanted tier still selects the limits of a service.
  const tierOfLimits = tier ?? (host === undefined ? undefined : wanted.tier)
  const choice = {
    ...(date === undefined ? {} : { asOf: date }),
    ...(tierOfLimits === undefined ? {} : { tier: tierOfLimits }),
  }
  const limits = limitSetAt(offering, choice) ?? earliestLimitSet(offering, choice.tier)
  const deployment: Deployment = {
    offering: offering.id,
    size: 1,
    ...choice,
    ...(cloud === undefined ? {} : { cloud }),
    ...(zones === undefined ? {} : { zones }),
    ...(isShort === undefined ? {} : { isShort }),
    ...(offering.calibration === undefined ? {} : { calibration: offering.calibration.name }),
    ...(host === undefined ? {} : { host }),
    ...(isOwn ? hardwareOf(wanted) : {}),
  }
  return { ...deployment, size: smallestBuyableSize(limits, deployment, leastUnits(offering, limits, workload)) }
}

/** The settings that belong to the brokers of one offering. */
function hardwareOf({ volume, diskSyncMs, ioThreads, brokerRoundTripMs }: Deployment): Partial<Deployment> {
  return {
    ...(volume === undefined ? {} : { volume }),
    ...(diskSyncMs === undefined ? {} : { diskSyncMs }),
    ...(ioThreads === undefined ? {} : { ioThreads }),
    ...(brokerRoundTripMs === undefined ? {} : { brokerRoundTripMs }),
  }
}

function blockedReasons({ situation, models }: Solution, scenario: Scenario, target: number): string[] {
  const { offering } = situation
  if (models.length === 0) return [`Nothing is known that limits ${offering.name}.`]
  const blockers = blockersOf(scenario, offering, target).slice(0, maxNamed)
  if (blockers.length === 0) return [`No size of ${offering.name} can be bought with these settings.`]
  const named = blockers.map((blocker) => `${constraintName(blocker)} ${utilisationText(blocker.utilisation, target)}`)
  const tier = situation.deployment.tier === undefined ? '' : ` (${situation.deployment.tier})`
  return [`The largest ${offering.name}${tier} exceeds the target of ${formatPercent(target)}: ${named.join(', ')}.`]
}

/** Offerings that fit come first; then by name and size. */
function inOrder(one: ComparedOffering, other: ComparedOffering): number {
  if (one.fits !== other.fits) return one.fits ? -1 : 1
  return compareText(one.offering, other.offering) || (one.size ?? 0) - (other.size ?? 0)
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
