/**
 * The bands of a prediction: the likely value and the terms of uncertainty around it (band-terms.ts).
 */
import type { FigureBands, Figures } from '../contracts/figures.ts'
import type { Band } from '../contracts/primitives.ts'
import { type BandTermModel, expectedTerms } from './band-terms.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { type Headroom, headroomFactor } from './headroom.ts'
import type { Situation } from './situation.ts'
import type { TrafficCurve } from './traffic-curve.ts'

/** A band of load factors: multiples of the offered load. */
export type Factors = { readonly low: number; readonly likely: number; readonly high: number }

/** The parts of a solution from which the bands are computed. */
type Bounded = {
  readonly waitingAt: TrafficCurve
  readonly models: readonly ConstraintModel[]
  readonly headroom: Headroom
  readonly terms: readonly BandTermModel[]
}

/** The achievable band: the headroom of the declared limits with all terms. */
export function achievableFactors(bounded: Bounded): Factors {
  return factorsAround(bounded, alike(bounded.headroom.factor))
}

/** The expected band: the same with bursts; on a target that enforces quotas, with the tolerance of quotas instead. */
export function expectedFactors(bounded: Bounded & { readonly situation: Situation }): Factors {
  const { situation, waitingAt, models, headroom, terms } = bounded
  if (situation.deployment.isShort === true && situation.context.allowsBurst && situation.hardware !== null) {
    const bursts = models.map(bursting)
    return factorsAround({ waitingAt, models: bursts, terms }, alike(headroomFactor(waitingAt, bursts)))
  }
  const [own] = expectedTerms(situation)
  if (own === undefined) return achievableFactors(bounded)
  // Quotas do not depend on how full other limits are, so the term `interaction` does not apply.
  if (!situation.context.allowsBurst) {
    const withQuota = [own, ...terms.filter((term) => term.id !== 'interaction')]
    return achievableFactors({ waitingAt, models, headroom, terms: withQuota })
  }
  const withBurst = (burst: number) => (burst === 1 ? headroom.factor : headroomFactor(waitingAt, models, burst))
  const ends = {
    low: withBurst(own.lowFactor),
    likely: withBurst(own.likelyFactor),
    high: withBurst(own.highFactor),
  }
  return factorsAround(bounded, ends, own.highFactor)
}

/** What decides how far terms can raise the high end. */
type Around = Pick<Bounded, 'waitingAt' | 'models' | 'terms'>

/** Applies the terms to a band of factors. `burst` is the burst factor of the high end. */
function factorsAround(around: Around, { low, likely, high }: Factors, burst = 1): Factors {
  const all = productOf(around.terms)
  const most = high * all.high
  const middle = likely * all.likely
  const isBounded = most > middle && around.terms.some(raisesSome)
  return {
    low: low * all.low,
    likely: middle,
    high: isBounded ? Math.max(middle, Math.min(most, othersHold(around, burst))) : most,
  }
}

/** True if a term raises the high end of only some constraints. */
function raisesSome({ speaksOf, highFactor }: BandTermModel): boolean {
  return speaksOf !== null && highFactor > 1
}

/**
 * The factor at which constraints without such a term bind: a soft limit that gives way helps only up to the next one.
 */
function othersHold({ waitingAt, models, terms }: Around, burst: number): number {
  const others = models.filter((model) => !terms.some(({ speaksOf }) => speaksOf?.(model) === true))
  const ofAll = productOf(terms.filter(({ speaksOf }) => speaksOf === null))
  return headroomFactor(waitingAt, others, burst) * ofAll.high
}

function alike(factor: number): Factors {
  return { low: factor, likely: factor, high: factor }
}

/** A constraint of hosts with its burst capacity. */
function bursting(model: ConstraintModel): ConstraintModel {
  return model.shortBurst === undefined ? model : { ...model, capacity: model.shortBurst.capacity }
}

/** The figures at three factors, never above the offered load. */
export function figureBandsAt(trafficAt: TrafficCurve, factors: Factors): FigureBands {
  const at = (factor: number): Figures => trafficAt(Math.min(1, factor)).figures
  const likely = at(factors.likely)
  const low = factors.low === factors.likely ? likely : at(factors.low)
  const high = factors.high === factors.likely ? likely : at(factors.high)
  // Field by field: a name that is passed makes V8 look each field up.
  return {
    ingressWireBytesPerSec: bandOf(
      low.ingressWireBytesPerSec,
      likely.ingressWireBytesPerSec,
      high.ingressWireBytesPerSec,
    ),
    ingressPayloadBytesPerSec: bandOf(
      low.ingressPayloadBytesPerSec,
      likely.ingressPayloadBytesPerSec,
      high.ingressPayloadBytesPerSec,
    ),
    egressWireBytesPerSec: bandOf(low.egressWireBytesPerSec, likely.egressWireBytesPerSec, high.egressWireBytesPerSec),
    egressPayloadBytesPerSec: bandOf(
      low.egressPayloadBytesPerSec,
      likely.egressPayloadBytesPerSec,
      high.egressPayloadBytesPerSec,
    ),
    recordsPerSec: bandOf(low.recordsPerSec, likely.recordsPerSec, high.recordsPerSec),
  }
}

function bandOf(low: number, likely: number, high: number): Band {
  return { low: roundFigure(low), likely: roundFigure(likely), high: roundFigure(high) }
}

/** All five figures rounded to a thousandth: finer than anything measures, coarser than floating-point noise. */
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
