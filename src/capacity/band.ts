/**
 * The bands of a prediction: its likely value with the terms of band-terms.ts around it.
 */
import type { FigureBands, Figures } from '../contracts/figures.ts'
import type { Band } from '../contracts/primitives.ts'
import { type BandTermModel, expectedTerms } from './band-terms.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { type Headroom, headroomFactor } from './headroom.ts'
import type { Situation } from './situation.ts'
import type { TrafficCurve } from './traffic-curve.ts'

/** Factors on the headroom. */
export type Factors = { readonly low: number; readonly likely: number; readonly high: number }

/** What the bands are computed from. */
type Bounded = {
  readonly waitingAt: TrafficCurve
  readonly models: readonly ConstraintModel[]
  readonly headroom: Headroom
  readonly terms: readonly BandTermModel[]
}

/** Achievable: the declared limits with the terms around them. */
export function achievableFactors({ waitingAt, models, headroom, terms }: Bounded): Factors {
  return factorsAround(terms, () => headroom.factor, othersHold({ waitingAt, models, terms }))
}

/** Expected: the same with bursts; on a target with quotas only their tolerance. */
export function expectedFactors(bounded: Bounded & { readonly situation: Situation }): Factors {
  const { situation, waitingAt, headroom, terms } = bounded
  if (situation.deployment.isShort === true && situation.context.allowsBurst && situation.hardware !== null) {
    const models = bounded.models.map(bursting)
    const factor = headroomFactor(waitingAt, models)
    return factorsAround(terms, () => factor, othersHold({ waitingAt, models, terms }))
  }
  const [own] = expectedTerms(situation)
  if (own === undefined) return achievableFactors(bounded)
  // A quota takes the same from every workload: how full other limits are is nothing to it.
  if (!situation.context.allowsBurst) {
    const { models } = bounded
    const withQuota = [own, ...terms.filter((term) => term.id !== 'interaction')]
    return achievableFactors({ waitingAt, models, headroom, terms: withQuota })
  }
  const { models } = bounded
  const withBurst = (burst: number) => (burst === 1 ? headroom.factor : headroomFactor(waitingAt, models, burst))
  return factorsAround(
    terms,
    (end) => withBurst(own[end]),
    othersHold({ waitingAt, models, terms, burst: own.highFactor }),
  )
}

/** The terms around a factor, which may be another at each end; `most` is what the rest lets through at the high end. */
function factorsAround(
  terms: readonly BandTermModel[],
  factorAt: (end: 'lowFactor' | 'likelyFactor' | 'highFactor') => number,
  most: () => number,
): Factors {
  const all = productOf(terms)
  const likely = factorAt('likelyFactor') * all.likely
  const high = factorAt('highFactor') * all.high
  const isBounded = high > likely && terms.some(({ speaksOf, highFactor }) => speaksOf !== null && highFactor > 1)
  return {
    low: factorAt('lowFactor') * all.low,
    likely,
    high: isBounded ? Math.max(likely, Math.min(high, most())) : high,
  }
}

/** Where the constraints bind that the terms say nothing of: a soft limit that gives way helps up to the next that does not. */
function othersHold({
  waitingAt,
  models,
  terms,
  burst = 1,
}: Pick<Bounded, 'waitingAt' | 'models' | 'terms'> & { readonly burst?: number }): () => number {
  return () => {
    const others = models.filter((model) => !terms.some(({ speaksOf }) => speaksOf?.(model) === true))
    const ofAll = productOf(terms.filter(({ speaksOf }) => speaksOf === null))
    return headroomFactor(waitingAt, others, burst) * ofAll.high
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

function productOf(terms: readonly BandTermModel[]): Factors {
  let [low, likely, high] = [1, 1, 1]
  for (const each of terms) {
    low *= each.lowFactor
    likely *= each.likelyFactor
    high *= each.highFactor
  }
  return { low, likely, high }
}
