/**
 * Groups the tiers of a comparison by offering, and separates the offerings that carry the workload from those that do
 * not.
 */

import { isUnknown } from '../../billing/cheapest-first.ts'
import { bestTier, type CostedOffering } from '../../billing/compare-costs.ts'
import { type ComparedOffering, isNearlySure, nearlySure } from '../../capacity/compare-offerings.ts'
import { chanceText } from '../../capacity/explain-chance.ts'
import { targetText } from '../../capacity/fixed-numbers.ts'
import { constraintName, dimensionNoun } from '../../contracts/dimensions.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import { formatUtilisation } from '../../contracts/target-utilisation.ts'
import { rateText } from '../../evidence/rate-text.ts'
import { formatCount } from '../../units/count.ts'
import { groupDigits } from '../../units/number-text.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'
import { cheapestBillSentence, totalText } from '../billing/bill-sentences.ts'
import { type Cell, type Content, noteLine, numberCell, span, textCell } from '../document.ts'
import { figureLabels, headroomLabel } from '../labels.ts'
import { ageMark } from '../source-text.ts'
import { costContent } from './compared-cost.ts'
import { growthNote } from './compared-notes.ts'

/** An offering of which at least one tier carries the workload. */
export interface FittingOffering {
  /**
   * The cheapest tier that is nearly sure to meet the load, if one is; otherwise the cheapest. Without prices the first by
   * name and size.
   */
  readonly best: CostedOffering
  /** All tiers that carry the workload, the best first. */
  readonly tiers: readonly CostedOffering[]
  /** The scenario's size, if it is on this offering; null if it is on another. */
  readonly sizeInScenario: number | null
  /** The scenario's tier. Absent if it names none, or if it is on another offering. */
  readonly tierInScenario?: string | undefined
}

/** An offering of which no tier carries the workload. */
export interface RefusingOffering {
  readonly offering: string
  readonly offeringName: string
  /** Dates of the limits of its tiers, each once. */
  readonly limitsAsOf: readonly string[]
  /** Each reason, with the number of tiers that it applies to. */
  readonly reasons: readonly { readonly text: string; readonly tiers: number }[]
}

/** The two groups of offerings, each in the order of the comparison. */
export interface GatheredOfferings {
  readonly fitting: readonly FittingOffering[]
  readonly refusing: readonly RefusingOffering[]
}

/**
 * Groups the tiers by offering. The scenario's offering comes first, because the others are compared with it.
 */
export function gatherOfferings(
  compared: readonly CostedOffering[],
  inScenario: Pick<Deployment, 'offering' | 'size' | 'tier'>,
): GatheredOfferings {
  const byOffering = new Map<string, CostedOffering[]>()
  for (const each of compared) byOffering.set(each.offering, [...(byOffering.get(each.offering) ?? []), each])
  const fitting: FittingOffering[] = []
  const refusing: RefusingOffering[] = []
  for (const [id, all] of byOffering) {
    const tiers = all.filter((each) => each.fits)
    const best = bestTier(tiers)
    const isOwn = id === inScenario.offering
    if (best === undefined) addTo(refusing, refusingOffering(all), isOwn)
    else if (isOwn) fitting.push({ best, tiers, sizeInScenario: inScenario.size, tierInScenario: inScenario.tier })
    else fitting.push({ best, tiers, sizeInScenario: null })
  }
  return { fitting: inOrder(fitting, compared), refusing }
}

/**
 * The scenario's own offering comes first. The others have the order of their best tiers in the comparison, those that are
 * not counted after those that are.
 */
function inOrder(fitting: readonly FittingOffering[], compared: readonly CostedOffering[]): FittingOffering[] {
  const rankOf = (each: FittingOffering) => (each.sizeInScenario !== null ? 0 : isUnsure(each) ? 2 : 1)
  const placeOf = new Map(compared.map((each, index) => [each, index]))
  const place = ({ best }: FittingOffering) => placeOf.get(best) ?? compared.length
  return [...fitting].sort((one, other) => rankOf(one) - rankOf(other) || place(one) - place(other))
}

function addTo(list: RefusingOffering[], entry: RefusingOffering, isFirst: boolean): void {
  if (isFirst) list.unshift(entry)
  else list.push(entry)
}

function refusingOffering(all: readonly ComparedOffering[]): RefusingOffering {
  const counts = new Map<string, number>()
  for (const text of all.flatMap((each) => each.reasons)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return {
    offering: all[0]?.offering ?? '',
    offeringName: all[0]?.offeringName ?? '',
    limitsAsOf: [...new Set(all.map(({ limitsAsOf }) => limitsAsOf))],
    reasons: [...counts].map(([text, tiers]) => ({ text, tiers })),
  }
}

/**
 * Says how many offerings are nearly sure to carry the workload, and which others may, with their chance. Of the nearly sure
 * ones it names the cheapest, if most bills are complete.
 */
export function compareSentences(
  { fitting, refusing }: GatheredOfferings,
  targetUtilisation: number,
): { readonly sentence: string; readonly reason: string } {
  const all = fitting.length + refusing.length
  const sure = fitting.filter((each) => !isUnsure(each))
  const unsure = fitting.filter(isUnsure)
  const isAbove = sure.some(({ best: { fullest } }) => fullest !== null && fullest.utilisation > targetUtilisation)
  const carriers =
    sure.length > 0
      ? `${sure.length} of ${all} offerings ${sure.length === 1 ? 'carries' : 'carry'}`
      : `None of ${all} offerings ${unsure.length > 0 ? 'is sure to carry' : 'carries'}`
  return {
    sentence: `${carriers} it with ${targetText(targetUtilisation, isAbove)}.`,
    reason: [
      chanceSentence(unsure),
      declaredSentence(fitting),
      cheapestBillSentence(sure.flatMap(({ best }) => best.bill ?? [])),
    ]
      .filter((text) => text !== '')
      .join(' '),
  }
}

function isUnsure({ best }: Pick<FittingOffering, 'best'>): boolean {
  return !isNearlySure(best)
}

/** Names the offerings with a low chance to carry the workload; empty if there are none. */
function chanceSentence(unsure: readonly FittingOffering[]): string {
  if (unsure.length === 0) return ''
  const named = unsure.map(({ best: { offeringName, chanceMet } }) => `${offeringName} (${chanceText(chanceMet ?? 0)})`)
  return `Not counted, because the chance that the load is met is below ${formatPercent(nearlySure)}: ${named.join(', ')}.`
}

/** Why some offerings have a chance and others have none; empty if they are all of one kind. */
function declaredSentence(fitting: readonly FittingOffering[]): string {
  const chances = fitting.map(({ best: { chanceMet } }) => chanceMet)
  const isMixed = chances.some((chance) => chance === null) && chances.some((chance) => chance !== null)
  return isMixed ? 'Chances are computed for hosts only, because services declare their limits.' : ''
}

/** "3 brokers of express.m7g.large", "3 brokers of the scenario’s own host". */
export function sizeText({ size, unitName, tier, deployment }: ComparedOffering): string {
  const units = size === null ? unitName : `${groupDigits(size)} ${unitName}`
  if (deployment?.host !== undefined) return `${units} of the scenario’s own host`
  return tier === null ? units : `${units} of ${tier}`
}

/** The columns of the table of offerings that carry the workload. */
export type ComparedColumn = 'offering' | 'size' | 'ingress' | 'headroom' | 'fullest' | 'cost' | 'limitsAsOf'

/** The headings of the columns. `isNumber` columns are aligned to the right. */
export const comparedColumns: Readonly<Record<ComparedColumn, { readonly label: string; readonly isNumber: boolean }>> =
  {
    offering: { label: 'Offering', isNumber: false },
    size: { label: 'Smallest size', isNumber: false },
    ingress: { label: figureLabels.ingressWireBytesPerSec, isNumber: true },
    headroom: { label: headroomLabel, isNumber: true },
    fullest: { label: 'Fullest limit', isNumber: false },
    cost: { label: 'Cost per month', isNumber: true },
    limitsAsOf: { label: 'Limits as of', isNumber: true },
  }

/** Returns the cells of an offering, by column. `today` is the date for the age of its limits. */
export function comparedCells(
  { best, tiers, sizeInScenario, tierInScenario }: FittingOffering,
  today: string,
): Readonly<Record<ComparedColumn, Cell>> {
  const { achievable, headroom, fullest, limitsAsOf } = best
  const otherTier = tierInScenario === undefined || tierInScenario === best.tier ? '' : ` of ${tierInScenario}`
  const uncounted = isUnsure({ best }) ? ', not counted' : ''
  return {
    offering: textCell(nameContent(best)),
    size: textCell([
      sizeText(best),
      noteLine(best.caution ?? ''),
      noteLine(sizeInScenario === null ? '' : `the scenario has ${groupDigits(sizeInScenario)}${otherTier}`),
      tiers.length > 1 && moreLine(tiers.length - 1),
      noteLine(lessSureText(best, tiers)),
    ]),
    ingress: numberCell(
      achievable === null ? '–' : rateText('ingressWireBytesPerSec', achievable.ingressWireBytesPerSec.likely),
    ),
    headroom: numberCell(
      headroom === null ? '–' : [formatFactor(headroom), noteLine(`${chanceNote(best)}${uncounted}`)],
    ),
    fullest: textCell(
      fullest === null
        ? '–'
        : [
            limitText(fullest),
            noteLine(growthNote(best)),
            noteLine(bindingNote(best)),
            noteLine(best.warning === null ? '' : 'may carry less: see below'),
          ],
    ),
    cost: numberCell(costContent(best, today)),
    limitsAsOf: numberCell([limitsAsOf, ageLine(limitsAsOf, today)]),
  }
}

/** The mark of a date's age on a line of its own. Empty without a mark, because an empty line would still take space. */
function ageLine(date: string, today: string): Content {
  const mark = ageMark(date, today)
  return mark === false ? '' : span('line', mark)
}

function limitText(fullest: NonNullable<ComparedOffering['fullest']>): string {
  return `${constraintName(fullest)} ${formatUtilisation(fullest.utilisation)}`
}

/** "chance 76 %"; empty for services, which have none. */
function chanceNote({ chanceMet }: ComparedOffering): string {
  return chanceMet === null ? '' : `chance ${chanceText(chanceMet)}`
}

/** Names the limit that sets the headroom. Every row has it, because the fullest limit need not be the first to be full. */
function bindingNote({ binding, fullest }: ComparedOffering): string {
  const [first] = binding
  if (first === undefined) return ''
  return binding.some(({ id }) => id === fullest?.id)
    ? 'also the first to be full'
    : `first to be full: ${dimensionNoun(first.dimension)}`
}

/** The name of an offering, and the id that commands and files use. */
function nameContent({ offering, offeringName, calibration, ownFile }: ComparedOffering): Content {
  return [
    offeringName,
    ' (',
    span('code', offering),
    ')',
    calibration !== null && span('line', span('quiet', `calibrated: ${calibration}`)),
    ownFile !== null && span('line', span('quiet', `model from ${ownFile}`)),
  ]
}

/** "3 brokers of m5.large at 1,200 USD: chance 58 %" if a tier that comes first is less sure; otherwise empty. */
function lessSureText(best: CostedOffering, [first]: readonly CostedOffering[]): string {
  if (first === undefined || first === best) return ''
  const cost = first.bill === null || isUnknown(first.bill) ? '' : ` at ${totalText(first.bill)}`
  return `${sizeText(first)}${cost}: ${chanceNote(first)}`
}

function moreLine(tiers: number): Content {
  return span(
    'line',
    span('quiet', tiers === 1 ? '1 more tier carries it' : `${formatCount(tiers)} more tiers carry it`),
  )
}
