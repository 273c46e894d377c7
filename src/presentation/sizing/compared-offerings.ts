/**
 * The same workload on every offering, gathered: which offerings take it, which do not and why.
 */
import type { ComparedOffering } from '../../capacity/compare-offerings.ts'
import { chanceText } from '../../capacity/explain-chance.ts'
import { type GrowthWithLoad, growthWithLoad } from '../../capacity/growth-with-load.ts'
import { constraintName, dimensionNoun } from '../../contracts/dimensions.ts'
import { formatCount } from '../../units/count.ts'
import { groupDigits } from '../../units/number-text.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'
import { type Cell, type Content, numberCell, span, textCell } from '../document.ts'
import { figureLabels, headroomLabel } from '../labels.ts'
import { formatFigure } from '../report-facts.ts'

/** An offering that takes the workload in at least one tier. */
export interface FittingOffering {
  /** The cheapest tier if prices are known, else the first by name and size. */
  readonly best: ComparedOffering
  /** All tiers that take the workload, the best first. */
  readonly tiers: readonly ComparedOffering[]
}

/** An offering of which no tier takes the workload. */
export interface RefusingOffering {
  readonly offering: string
  readonly offeringName: string
  /** Dates of the limits of its tiers, each once. */
  readonly limitsAsOf: readonly string[]
  /** Each reason once, and how many tiers it holds for. */
  readonly reasons: readonly { readonly text: string; readonly tiers: number }[]
}

/** Offerings by whether they take the workload, each in the order of the comparison. */
export interface GatheredOfferings {
  readonly fitting: readonly FittingOffering[]
  readonly refusing: readonly RefusingOffering[]
}

/** Gathers the tiers of each offering. */
export function gatherOfferings(compared: readonly ComparedOffering[]): GatheredOfferings {
  const byOffering = new Map<string, ComparedOffering[]>()
  for (const each of compared) byOffering.set(each.offering, [...(byOffering.get(each.offering) ?? []), each])
  const fitting: FittingOffering[] = []
  const refusing: RefusingOffering[] = []
  for (const all of byOffering.values()) {
    const tiers = all.filter((each) => each.fits)
    const [best] = tiers
    if (best === undefined) refusing.push(refusingOffering(all))
    else fitting.push({ best, tiers })
  }
  return { fitting, refusing }
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

/** How many offerings take the workload; then the cheapest of them, if several prices of one currency are known. */
export function compareSentences(
  { fitting, refusing }: GatheredOfferings,
  targetUtilisation: number,
): { readonly sentence: string; readonly reason: string } {
  const all = fitting.length + refusing.length
  const target = `with every limit at or below ${formatPercent(targetUtilisation)}`
  if (fitting.length === 0) return { sentence: `None of ${all} offerings carries it ${target}.`, reason: '' }
  return {
    sentence: `${fitting.length} of ${all} offerings carry it ${target}.`,
    reason: cheapestSentence(fitting),
  }
}

/** Empty if prices cannot be compared: one price alone, or several currencies. */
function cheapestSentence(fitting: readonly FittingOffering[]): string {
  const priced = fitting.flatMap(({ best }) => (best.cost === null ? [] : [{ best, cost: best.cost }]))
  const currencies = new Set(priced.map(({ cost }) => cost.currency))
  const [cheapest] = priced.sort((one, other) => one.cost.perHour - other.cost.perHour)
  if (cheapest === undefined || priced.length < 2 || currencies.size > 1) return ''
  const { best } = cheapest
  return `Of the ${priced.length} with a price, ${best.offeringName} costs least: ${sizeText(best)}, ${costText(best)} an hour.`
}

/** "3 brokers of express.m7g.large", "3 brokers of the scenario’s own host". */
export function sizeText({ size, unitName, tier, deployment }: ComparedOffering): string {
  const units = size === null ? unitName : `${groupDigits(size)} ${unitName}`
  if (deployment?.host !== undefined) return `${units} of the scenario’s own host`
  return tier === null ? units : `${units} of ${tier}`
}

/** "2.04 USD"; empty if no price is known. */
export function costText({ cost }: ComparedOffering): string {
  if (cost === null) return ''
  return `${groupDigits(cost.perHour, 2)}${cost.currency === null ? '' : ` ${cost.currency}`}`
}

/** What the cost of an offering leaves out. */
export const unitCostNote = 'Cost is that of the units alone; charges for traffic and storage are not included.'

/** What is said of an offering that takes the workload. */
export type ComparedColumn = 'offering' | 'size' | 'ingress' | 'headroom' | 'fullest' | 'cost' | 'limitsAsOf'

/** What the columns are called, and which hold numbers. */
export const comparedColumns: Readonly<Record<ComparedColumn, { readonly label: string; readonly isNumber: boolean }>> =
  {
    offering: { label: 'Offering', isNumber: false },
    size: { label: 'Smallest size', isNumber: false },
    ingress: { label: figureLabels.ingressWireBytesPerSec, isNumber: true },
    headroom: { label: headroomLabel, isNumber: true },
    fullest: { label: 'Fullest limit', isNumber: false },
    cost: { label: 'Cost per hour', isNumber: true },
    limitsAsOf: { label: 'Limits as of', isNumber: true },
  }

/** The cells of an offering, by column. */
export function comparedCells({ best, tiers }: FittingOffering): Readonly<Record<ComparedColumn, Cell>> {
  const { achievable, headroom, fullest, limitsAsOf } = best
  return {
    offering: textCell(nameContent(best)),
    size: textCell([sizeText(best), tiers.length > 1 && moreLine(tiers.length - 1)]),
    ingress: numberCell(
      achievable === null
        ? '–'
        : [
            formatFigure('ingressWireBytesPerSec', achievable.ingressWireBytesPerSec.likely),
            noteLine(chanceNote(best)),
          ],
    ),
    headroom: numberCell(headroom === null ? '–' : [formatFactor(headroom), noteLine(bindingNote(best))]),
    fullest: textCell(fullest === null ? '–' : [limitText(fullest), noteLine(growthNote(best))]),
    cost: numberCell(costContent(best)),
    limitsAsOf: numberCell(limitsAsOf),
  }
}

function limitText(fullest: NonNullable<ComparedOffering['fullest']>): string {
  return `${constraintName(fullest)} ${formatPercent(fullest.utilisation)}`
}

function noteLine(text: string): Content {
  return text === '' ? '' : span('line', span('quiet', text))
}

/** Why the factor and the utilisation of the fullest limit do not multiply to 100 %; empty where they do. */
export function growthNote({ fullest, headroom }: ComparedOffering): string {
  if (fullest === null || headroom === null) return ''
  return growthNotes[growthWithLoad(fullest, headroom)]
}

const growthNotes = {
  none: 'does not grow with the load',
  proportional: '',
  slower: 'grows more slowly than the load',
  faster: 'grows faster than the load',
} as const satisfies Record<GrowthWithLoad, string>

/** "chance 76 %"; empty where limits are declared. */
function chanceNote({ chanceMet }: ComparedOffering): string {
  return chanceMet === null ? '' : `chance ${chanceText(chanceMet)}`
}

/** What sets the factor, where it is not the fullest limit. */
function bindingNote({ binding, fullest }: ComparedOffering): string {
  const [first] = binding
  if (first === undefined || binding.some(({ id }) => id === fullest?.id)) return ''
  return `then ${dimensionNoun(first.dimension)}`
}

/** The name, and the id by which commands and files know the offering. */
function nameContent({ offering, offeringName, calibration }: ComparedOffering): Content {
  return [
    offeringName,
    ' (',
    span('code', offering),
    ')',
    calibration !== null && span('line', span('quiet', `calibrated: ${calibration}`)),
  ]
}

function moreLine(tiers: number): Content {
  return span('line', span('quiet', tiers === 1 ? '1 more tier takes it' : `${formatCount(tiers)} more tiers take it`))
}

/** The cost, and whose price it is. */
function costContent(offering: ComparedOffering): Content {
  const { cost } = offering
  if (cost === null) return ''
  const whose = cost.source === null ? 'your price' : `of ${cost.source.date}`
  return [costText(offering), span('line', span('quiet', whose))]
}
