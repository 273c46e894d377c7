/**
 * When a growing load fills the limits of a deployment: docs/decisions/forecast.md. Pure.
 */
import {
  type Forecast,
  type ForecastLimit,
  type ForecastPoint,
  forecastSchemaVersion,
} from '../../contracts/forecast.ts'
import type { GrowthRule } from '../../contracts/growth.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { targetUtilisation } from '../../contracts/target-utilisation.ts'
import { addMonths, formatDay } from '../../units/calendar-day.ts'
import { roundFigures } from '../band.ts'
import { checkShares } from '../check-shares.ts'
import { predict } from '../predict.ts'
import { isOverGuidelinesOnly } from '../refusals.ts'
import { acceptedSize } from '../size-answers.ts'
import { situationOf } from '../solve.ts'
import { storedBytes } from '../stored-bytes.ts'
import { fullestOn, type LimitAt, type Outlook, outlookOf } from './day-outlook.ts'
import { changesOver } from './first-day.ts'
import { type Piece, piecesOf } from './grown-scenario.ts'
import { daysAt, earlyChance, lateChance, utilisationBand } from './limit-days.ts'
import { limitChanges } from './limit-history.ts'
import { partitionsAhead, withPartitionsAhead } from './partitions-ahead.ts'
import { purchasesOf } from './purchases.ts'
import { sizeSchedule } from './size-schedule.ts'

/** The question that a forecast answers. Days are numbers since 1 January 1970. */
export type ForecastQuestion = {
  readonly rules: readonly GrowthRule[]
  readonly from: number
  /** Last day: not before the first, at most ten years later. */
  readonly to: number
  readonly targetUtilisation?: number
}

/** Maximum number of listed changes of limits. */
const maxChanges = 10

/** The forecast. Never throws for parsed values, like `predict`. */
export function forecast(scenario: Scenario, offering: Offering, question: ForecastQuestion): Forecast {
  const { rules, from, to } = question
  const target = question.targetUtilisation ?? targetUtilisation
  const growth = { rules, from }
  const outlook = outlookOf(scenario, offering, growth)
  const pieces = piecesOf(growth, to)
  const days = shownDays(pieces, from, to)
  const partitions = partitionsAhead(outlook, { days, pieces, target })
  // More brokers do not relieve a partition, so sizes are computed with the partitions to make now.
  const prepared = outlookOf(withPartitionsAhead(scenario, partitions), offering, growth)
  const changes = limitChanges(offering, scenario.deployment)
  const { deployment } = predict(scenario, offering)
  const sizes = sizeSchedule(prepared, { pieces, target })
  return {
    schemaVersion: forecastSchemaVersion,
    scenarioName: scenario.name,
    deployment,
    from: formatDay(from),
    to: formatDay(to),
    growth: [...rules],
    targetUtilisation: target,
    points: days.map((day) => pointOn(outlook, day)),
    limits: limitsOver(outlook, { pieces, target, to }),
    stretches: stretchesOver(outlook, days),
    sizes,
    purchases: purchasesOf({ sizes, ownSize: deployment.size, partitions, growth, to }),
    sizeAsEntered: sizeAsEntered(scenario, offering, target),
    partitions,
    topicsWithoutRetention: topicsWithoutRetention(scenario),
    limitChanges: changes.slice(0, maxChanges),
    olderLimitChanges: Math.max(0, changes.length - maxChanges),
  }
}

/** The topics that are written to and whose stored bytes are therefore not known. */
function topicsWithoutRetention({ workload: { topics, producers } }: Scenario): string[] {
  const written = new Set(producers.map(({ topic }) => topic))
  return topics.flatMap(({ name, retentionMs }) => (retentionMs === undefined && written.has(name) ? [name] : []))
}

/** The smallest size for the load as the scenario states it, by the same target. */
function sizeAsEntered(scenario: Scenario, offering: Offering, target: number): number | null {
  return acceptedSize(scenario, situationOf(scenario, offering), target)?.size ?? null
}

/** A day in each month from the first one on, and the first and last day of every piece. */
function shownDays(pieces: readonly Piece[], from: number, to: number): number[] {
  const days = new Set(pieces.flatMap(({ first, last }) => [first, last]))
  for (let months = 0, day = from; day < to; months += 1, day = addMonths(from, months)) days.add(day)
  return [...days].sort((one, other) => one - other)
}

/** Stands for the fullest limit if there is none. */
const noLimit: Pick<LimitAt, 'id' | 'dimension'> = { id: 'ingress', dimension: 'ingress' }

function pointOn(outlook: Outlook, day: number): ForecastPoint {
  const prediction = predict(outlook.scenarioOn(day), outlook.offering)
  const likely = writtenOn(outlook, day, 0.5)
  const { id, dimension } = fullestOn(outlook, day) ?? noLimit
  return {
    day: formatDay(day),
    loadFactor: payloadOn(outlook, day) / payloadOn(outlook, outlook.growth.from),
    offeredWireBytesPerSec: {
      low: Math.min(likely, writtenOn(outlook, day, 1 - lateChance)),
      likely,
      high: Math.max(likely, writtenOn(outlook, day, 1 - earlyChance)),
    },
    storedBytes: storedBytes(outlook.solutionOn(day).situation),
    fullest: { id, dimension },
    utilisation: bandOfFullest(outlook, day),
    headroom: prediction.headroom,
    isFeasible: prediction.isFeasible,
    isOverGuideline: isOverGuidelinesOnly(prediction),
    isCarried: checkShares(prediction, 1).isCarried,
    binding: prediction.binding,
    chanceMet: prediction.chanceMet ?? null,
  }
}

/** The offered load in wire bytes/s. */
function writtenOn(outlook: Outlook, day: number, share: number): number {
  return roundFigures(outlook.solutionOn(day, share).offered.figures).ingressWireBytesPerSec
}

/** The offered load in payload bytes/s. Wire bytes grow by less, because more records share a batch. */
function payloadOn(outlook: Outlook, day: number): number {
  return outlook.solutionOn(day).offered.figures.ingressPayloadBytesPerSec
}

/** The highest low, likely and high utilisation of all limits: 1 on the first late, likely and early day. */
function bandOfFullest(outlook: Outlook, day: number): ForecastPoint['utilisation'] {
  const band = { low: 0, likely: 0, high: 0 }
  for (const id of outlook.limitsOn(day).keys()) {
    const { low, likely, high } = utilisationBand(outlook, id, day)
    band.low = Math.max(band.low, low)
    band.likely = Math.max(band.likely, likely)
    band.high = Math.max(band.high, high)
  }
  return band
}

function limitsOver(
  outlook: Outlook,
  { pieces, target, to }: { readonly pieces: readonly Piece[]; readonly target: number; readonly to: number },
): ForecastLimit[] {
  const last = outlook.limitsOn(to)
  const limits = [...outlook.limitsOn(outlook.growth.from).values()].map(
    ({ id, dimension, layer, kind, utilisation }): ForecastLimit => ({
      id,
      dimension,
      layer,
      kind,
      firstUtilisation: utilisation,
      lastUtilisation: last.get(id)?.utilisation ?? 0,
      atTarget: daysAt(outlook, pieces, id, target),
      full: daysAt(outlook, pieces, id, 1),
    }),
  )
  const never = '9999'
  const order = ({ full, atTarget }: ForecastLimit) => `${full.likely ?? never} ${atTarget.likely ?? never}`
  return limits.sort((one, other) => {
    const [a, b] = [order(one), order(other)]
    return a === b ? other.lastUtilisation - one.lastUtilisation : a < b ? -1 : 1
  })
}

function stretchesOver(outlook: Outlook, days: readonly number[]): Forecast['stretches'] {
  const fullest = (day: number) => fullestOn(outlook, day) ?? noLimit
  return changesOver(days, fullest, (one, other) => one.id === other.id).map(({ day, value }) => ({
    day: formatDay(day),
    fullest: { id: value.id, dimension: value.dimension },
  }))
}
