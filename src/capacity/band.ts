/**
 * What makes a prediction a band, and the bands themselves.
 */
import type { FigureBands, Figures } from '../contracts/figures.ts'
import type { Dimension } from '../contracts/offering.ts'
import type { BandTerm } from '../contracts/prediction.ts'
import type { Band } from '../contracts/primitives.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { type Headroom, headroomFactor } from './headroom.ts'
import type { Situation } from './situation.ts'
import type { Traffic } from './traffic.ts'
import type { TrafficCurve } from './traffic-curve.ts'

/** Factors on the headroom. */
export type Factors = { readonly low: number; readonly likely: number; readonly high: number }

/** A term of the band whose reason is made only when it is shown. */
export type BandTermModel = Omit<BandTerm, 'reason'> & { readonly reasonText: () => string }

/** The term as a prediction shows it. */
export function asBandTerm({
  id,
  lowFactor,
  likelyFactor,
  highFactor,
  reasonText,
  isAssumption,
}: BandTermModel): BandTerm {
  return { id, lowFactor, likelyFactor, highFactor, reason: reasonText(), isAssumption }
}

/** What is known of a workload on a deployment once its headroom is found. */
type Found = {
  readonly situation: Situation
  readonly waitingAt: TrafficCurve
  readonly models: readonly ConstraintModel[]
  readonly offered: Traffic
  readonly headroom: Headroom
  /** Traffic at the headroom, at most the offered load. */
  readonly reached: Traffic
}

/** Dimensions whose fullness takes from the bandwidth guidelines. */
const interacting = new Set(['partitions', 'connections', 'connection-attempts', 'requests'])

/** The terms of the band that are not the burst. */
export function bandTerms(
  found: Pick<Found, 'situation' | 'models' | 'headroom' | 'reached'>,
): readonly BandTermModel[] {
  const { situation, headroom } = found
  const terms = [...interactionTerms(found), ...residualTerms(situation)]
  const isBound = (dimension: Dimension) => headroom.binding.some((model) => model.dimension === dimension)
  if (headroom.binding.some((model) => model.kind === 'soft')) {
    terms.push(
      term('soft-limit', [1, 1, 1.2], () => 'The limit of a partition is soft: more is possible; 20 % is assumed.'),
    )
  }
  const spread = isBound('partition-ingress') || isBound('partition-egress') ? keySpread(situation) : 0
  if (spread > 0) {
    const factors = [Math.max(0.5, 1 - 2 * spread), 1, 1 + 2 * spread] as const
    const reason = () => 'How full the fullest partition gets depends on the hash of the keys.'
    terms.push(term('key-hash', factors, reason, false))
  }
  if (isBound('requests')) {
    const reason = () => 'The requests of a workload are estimated: 6 to 18 % above what was measured.'
    terms.push(term('request-estimate', [0.85, 1, 1.2], reason))
  }
  if (isBound('producer-pipeline') && situation.hardware === null) {
    const reason = () =>
      'The time a broker needs for a request was measured on one machine; on a service it may be twice that.'
    terms.push(term('broker-service-time', [0.5, 1, 1.25], reason))
  }
  return terms
}

/** The term of the expected band alone, if any: published bursts, or the tolerance of a target that enforces quotas. */
export function expectedTerms(situation: Situation): readonly BandTermModel[] {
  if (!situation.context.allowsBurst) {
    const reason = () =>
      'The target enforces the declared capacity by quotas: they count request framing too and let up to some percent pass.'
    return [term('quota-enforcement', [0.95, 1, 1.06], reason)]
  }
  const published = situation.limits.burst
  const burst = published?.byCloud?.[situation.deployment.cloud ?? ''] ?? published
  if (!burst) return []
  const reason = () => burst.source.remark ?? `Bursts above the declared bandwidth, from ${burst.source.title}.`
  return [term('burst', [burst.low, burst.likely, burst.high], reason, false)]
}

/** Achievable: the declared limits with the terms around them. */
export function achievableFactors(terms: readonly BandTermModel[], headroom: number): Factors {
  const all = productOf(terms)
  return { low: headroom * all.low, likely: headroom * all.likely, high: headroom * all.high }
}

/** Expected: the same with bursts; on a target with quotas only their tolerance. */
export function expectedFactors({
  situation,
  waitingAt,
  models,
  headroom,
  terms,
}: Omit<Found, 'offered' | 'reached'> & { readonly terms: readonly BandTermModel[] }): Factors {
  if (situation.deployment.isShort === true && situation.context.allowsBurst && situation.hardware !== null) {
    return achievableFactors(terms, headroomFactor(waitingAt, models.map(bursting)))
  }
  const [own] = expectedTerms(situation)
  if (own === undefined) return achievableFactors(terms, headroom.factor)
  // A quota takes the same from every workload: how full other limits are is nothing to it.
  if (!situation.context.allowsBurst) {
    return achievableFactors([own, ...terms.filter((term) => term.id !== 'interaction')], headroom.factor)
  }
  const all = productOf(terms)
  const withBurst = (burst: number) => (burst === 1 ? headroom.factor : headroomFactor(waitingAt, models, burst))
  return {
    low: withBurst(own.lowFactor) * all.low,
    likely: withBurst(own.likelyFactor) * all.likely,
    high: withBurst(own.highFactor) * all.high,
  }
}

/** A constraint of hosts at what it does for a while. */
function bursting(model: ConstraintModel): ConstraintModel {
  return model.shortBurst === undefined ? model : { ...model, capacity: model.shortBurst.capacity }
}

/** The figures at three factors, never above the offered load. */
export function figureBandsAt(trafficAt: TrafficCurve, factors: Factors): FigureBands {
  const at = (factor: number): Figures => trafficAt(Math.min(1, factor)).figures
  const likely = at(factors.likely)
  const low = factors.low === factors.likely ? likely : at(factors.low)
  const high = factors.high === factors.likely ? likely : at(factors.high)
  const bandOf = (name: keyof Figures): Band => ({
    low: roundFigure(low[name]),
    likely: roundFigure(likely[name]),
    high: roundFigure(high[name]),
  })
  return {
    ingressWireBytesPerSec: bandOf('ingressWireBytesPerSec'),
    ingressPayloadBytesPerSec: bandOf('ingressPayloadBytesPerSec'),
    egressWireBytesPerSec: bandOf('egressWireBytesPerSec'),
    egressPayloadBytesPerSec: bandOf('egressPayloadBytesPerSec'),
    recordsPerSec: bandOf('recordsPerSec'),
  }
}

/** All five figures rounded to a thousandth: below what anything can measure, above what arithmetic leaves behind. */
export function roundFigures(figures: Figures): Figures {
  return {
    ingressWireBytesPerSec: roundFigure(figures.ingressWireBytesPerSec),
    ingressPayloadBytesPerSec: roundFigure(figures.ingressPayloadBytesPerSec),
    egressWireBytesPerSec: roundFigure(figures.egressWireBytesPerSec),
    egressPayloadBytesPerSec: roundFigure(figures.egressPayloadBytesPerSec),
    recordsPerSec: roundFigure(figures.recordsPerSec),
  }
}

function roundFigure(value: number): number {
  return Math.round(value * 1000) / 1000
}

function interactionTerms({
  situation,
  models,
  headroom,
  reached,
}: Pick<Found, 'situation' | 'models' | 'headroom' | 'reached'>): BandTermModel[] {
  const { lossWhenOthersFull } = situation.limits.interaction
  if (lossWhenOthersFull === 0) return []
  let fullest = 0
  for (const model of models) {
    if (!interacting.has(model.dimension) || headroom.binding.includes(model)) continue
    fullest = Math.max(fullest, model.demandAt(reached) / model.capacity)
  }
  const low = 1 - lossWhenOthersFull * Math.min(1, fullest)
  const reason = () =>
    `Limits share one capacity: ${formatPercent(lossWhenOthersFull)} is assumed to be lost when the others are full; their fullest is at ${formatPercent(fullest)}.`
  return [term('interaction', [low, 1, 1], reason)]
}

/** How far published figures lie from what the model makes of their configuration. */
function residualTerms({ offering, hardware }: Situation): BandTermModel[] {
  const residual = offering.model === 'measured-table' ? offering.table.residual.value : hardware?.parameters.residual
  if (residual === undefined) return []
  const reason = () =>
    hardware === null
      ? `85 % of the published figures that this model is fitted to, each left out, lie within ${formatPercent(residual)} of what it makes of their configuration; figures of other clusters may lie further.`
      : `85 % of the published figures of clusters that this model was never fitted to lie within ${formatPercent(residual)} of what it makes of their configuration.`
  return [term('model-residual', [1 - residual, 1, 1 + residual], reason, false)]
}

function keySpread(situation: Situation): number {
  return Math.max(0, ...situation.producers.map((load) => load.hottest.relativeDeviation))
}

function productOf(terms: readonly BandTermModel[]): Factors {
  let [low, likely, high] = [1, 1, 1]
  for (const each of terms) {
    low *= each.lowFactor
    likely *= each.likelyFactor
    high *= each.highFactor
  }
  return { low, likely, high }
}

function term(
  id: string,
  factors: readonly [low: number, likely: number, high: number],
  reasonText: () => string,
  isAssumption = true,
): BandTermModel {
  return { id, lowFactor: factors[0], likelyFactor: factors[1], highFactor: factors[2], reasonText, isAssumption }
}
