/**
 * What makes a prediction a band, and the bands themselves.
 */
import type { FigureBands, Figures } from '../contracts/figures.ts'
import type { BandTerm } from '../contracts/prediction.ts'
import type { Band } from '../contracts/primitives.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { findHeadroom, type Headroom } from './headroom.ts'
import type { Situation } from './situation.ts'
import { type Traffic, trafficAt } from './traffic.ts'

/** Factors on the headroom. */
export type Factors = { readonly low: number; readonly likely: number; readonly high: number }

/** Dimensions whose fullness takes from the bandwidth guidelines. */
const interacting = new Set(['partitions', 'connections', 'connection-attempts', 'requests'])

/** The terms of the band that are not the burst. */
export function bandTerms(
  situation: Situation,
  models: readonly ConstraintModel[],
  headroom: Headroom,
): readonly BandTerm[] {
  const terms = [...interactionTerms(situation, models, headroom), ...residualTerms(situation)]
  const bound = new Set(headroom.binding.map((model) => model.dimension))
  if (headroom.binding.some((model) => model.kind === 'soft')) {
    terms.push(term('soft-limit', [1, 1, 1.2], 'The limit of a partition is soft: more is possible; 20 % is assumed.'))
  }
  const spread = keySpread(situation)
  if ((bound.has('partition-ingress') || bound.has('partition-egress')) && spread > 0) {
    const factors = [Math.max(0.5, 1 - 2 * spread), 1, 1 + 2 * spread] as const
    terms.push(term('key-hash', factors, 'How full the fullest partition gets depends on the hash of the keys.', false))
  }
  if (bound.has('requests')) {
    const reason = 'The requests of a workload are estimated: 6 to 18 % above what was measured.'
    terms.push(term('request-estimate', [0.85, 1, 1.2], reason))
  }
  if (bound.has('producer-pipeline') && situation.hardware === null) {
    const reason =
      'The time a broker needs for a request was measured on one machine; on a service it may be twice that.'
    terms.push(term('broker-service-time', [0.5, 1, 1.25], reason))
  }
  return terms
}

/** The term of the expected band alone: published bursts, or the tolerance of a target that enforces quotas. */
export function expectedTerm(situation: Situation): BandTerm | null {
  if (!situation.context.allowsBurst) {
    const reason =
      'The target enforces the declared capacity by quotas: they count request framing too and let up to some percent pass.'
    return term('quota-enforcement', [0.95, 1, 1.06], reason)
  }
  const published = situation.limits.burst
  const burst = published?.byCloud?.[situation.deployment.cloud ?? ''] ?? published
  if (!burst) return null
  const reason = burst.source.remark ?? `Bursts above the declared bandwidth, from ${burst.source.title}.`
  return term('burst', [burst.low, burst.likely, burst.high], reason, false)
}

/** Achievable: the declared limits with the terms around them. */
export function achievableFactors(terms: readonly BandTerm[], headroom: number): Factors {
  const all = productOf(terms)
  return { low: headroom * all.low, likely: headroom * all.likely, high: headroom * all.high }
}

/** Expected: the same with bursts; on a target with quotas only their tolerance. */
export function expectedFactors(
  situation: Situation,
  models: readonly ConstraintModel[],
  terms: readonly BandTerm[],
  headroom: number,
): Factors {
  const own = expectedTerm(situation)
  if (own === null) return achievableFactors(terms, headroom)
  // A quota takes the same from every workload: how full other limits are is nothing to it.
  if (!situation.context.allowsBurst) {
    return achievableFactors([own, ...terms.filter((term) => term.id !== 'interaction')], headroom)
  }
  const all = productOf(terms)
  const bursting = (factor: number) => (factor === 1 ? headroom : findHeadroom(situation, models, factor).factor)
  return {
    low: bursting(own.lowFactor) * all.low,
    likely: bursting(own.likelyFactor) * all.likely,
    high: bursting(own.highFactor) * all.high,
  }
}

/** The figures at three factors, never above the offered load. */
export function figureBandsAt(situation: Situation, factors: Factors, offered: Traffic): FigureBands {
  const at = (factor: number) => (factor >= 1 ? offered.figures : trafficAt(situation, factor).figures)
  const low = at(factors.low)
  const likely = at(factors.likely)
  const high = at(factors.high)
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

function interactionTerms(situation: Situation, models: readonly ConstraintModel[], headroom: Headroom): BandTerm[] {
  const { lossWhenOthersFull } = situation.limits.interaction
  if (lossWhenOthersFull === 0) return []
  const traffic = trafficAt(situation, Math.min(1, headroom.factor))
  let fullest = 0
  for (const model of models) {
    if (!interacting.has(model.dimension) || headroom.binding.includes(model)) continue
    fullest = Math.max(fullest, model.demandAt(traffic) / model.capacity)
  }
  const low = 1 - lossWhenOthersFull * Math.min(1, fullest)
  const reason = `Limits share one capacity: ${formatPercent(lossWhenOthersFull)} is assumed to be lost when the others are full; their fullest is at ${formatPercent(fullest)}.`
  return [term('interaction', [low, 1, 1], reason)]
}

/** How far published figures lie from what the model makes of their configuration. */
function residualTerms({ offering, hardware }: Situation): BandTerm[] {
  const residual = offering.model === 'measured-table' ? offering.table.residual.value : hardware?.parameters.residual
  if (residual === undefined) return []
  const reason = `Published figures lie within ${formatPercent(residual)} of what this model makes of their configuration.`
  return [term('model-residual', [1 - residual, 1, 1 + residual], reason, false)]
}

function keySpread(situation: Situation): number {
  return Math.max(0, ...situation.producers.map((load) => load.hottest.relativeDeviation))
}

function productOf(terms: readonly BandTerm[]): Factors {
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
  reason: string,
  isAssumption = true,
): BandTerm {
  return { id, lowFactor: factors[0], likelyFactor: factors[1], highFactor: factors[2], reason, isAssumption }
}
