/**
 * The bands of a prediction: the likely value and the terms of uncertainty around it (band-terms.ts).
 */
import type { FigureBands, Figures } from '../contracts/figures.ts'
import type { Band } from '../contracts/primitives.ts'
import { type BandTermModel, expectedTerms, type LawsFound, lawTerm, lawTermId } from './band-terms.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { onWriters, type Parties, partiesOf, type Writing, writingFactor } from './directions.ts'
import { type Headroom, headroomFactor } from './headroom.ts'
import type { Situation } from './situation.ts'
import type { TrafficCurve } from './traffic.ts'

/** A band of load factors: multiples of the offered load. */
export type Factors = { readonly low: number; readonly likely: number; readonly high: number }

/** Factors of the written and of the read load. Consumers never read more than is written. */
export type DirectionFactors = { readonly writing: Factors; readonly reading: Factors }

/** The parts of a solution from which the bands are computed. */
type Bounded = {
  readonly situation: Situation
  readonly waitingAt: TrafficCurve
  readonly models: readonly ConstraintModel[]
  readonly parties: Parties
  readonly headroom: Headroom
  readonly writing: Writing
  /** Terms of the constraints that bind first, and of those that bind producers; one list if these are the same. */
  readonly terms: readonly BandTermModel[]
  readonly writingTerms: readonly BandTermModel[]
}

/** The achievable band: the headroom of the declared limits with all terms. */
export function achievableFactors(bounded: Bounded): DirectionFactors {
  const { headroom, writing } = bounded
  return factorsOf(bounded, { whole: alike(headroom.factor), writing: alike(writing.headroom.factor) })
}

/** The expected band: the same with bursts; on a target that enforces quotas, with the tolerance of quotas instead. */
export function expectedFactors(bounded: Bounded): DirectionFactors {
  const { situation, waitingAt, headroom } = bounded
  if (situation.deployment.isShort === true && situation.context.allowsBurst && situation.hardware !== null) {
    const models = bounded.models.map(bursting)
    const parties = partiesOf(models)
    const whole = headroomFactor(waitingAt, parties.growing)
    const writing = writingFactor(situation, waitingAt, parties, { whole })
    const terms = withLaws(bounded.terms, {
      situation,
      deciding: parties.growing,
      headroom: { factor: whole },
      waitingAt,
    })
    const isOne = bounded.terms === bounded.writingTerms
    const ofWriters = { situation, deciding: onWriters(parties), headroom: { factor: writing } }
    const writingTerms = isOne
      ? terms
      : withLaws(bounded.writingTerms, { ...ofWriters, waitingAt: bounded.writing.waitingAt })
    return factorsOf(
      { ...bounded, models, parties, terms, writingTerms },
      { whole: alike(whole), writing: alike(writing) },
    )
  }
  const [own] = expectedTerms(situation)
  if (own === undefined) return achievableFactors(bounded)
  // Quotas do not depend on how full other limits are, so the term `interaction` does not apply.
  if (!situation.context.allowsBurst) {
    const withQuota = (terms: readonly BandTermModel[]) => [own, ...terms.filter((term) => term.id !== 'interaction')]
    const terms = withQuota(bounded.terms)
    const writingTerms = bounded.terms === bounded.writingTerms ? terms : withQuota(bounded.writingTerms)
    return achievableFactors({ ...bounded, terms, writingTerms })
  }
  const wholeWith = (burst: number) =>
    burst === 1 ? headroom.factor : headroomFactor(waitingAt, bounded.parties.growing, burst)
  const whole = {
    low: wholeWith(own.lowFactor),
    likely: wholeWith(own.likelyFactor),
    high: wholeWith(own.highFactor),
  }
  const writingWith = (factor: number, burst: number) =>
    writingFactor(situation, waitingAt, bounded.parties, { whole: factor, burst })
  const writing = {
    low: writingWith(whole.low, own.lowFactor),
    likely: writingWith(whole.likely, own.likelyFactor),
    high: writingWith(whole.high, own.highFactor),
  }
  return factorsOf(bounded, { whole, writing }, own.highFactor)
}

/** The terms, with the term of the laws computed for other capacities, such as bursts. */
function withLaws(terms: readonly BandTermModel[], found: LawsFound): readonly BandTermModel[] {
  return terms.map((term) => (term.id === lawTermId ? (lawTerm(found) ?? term) : term))
}

/** Applies the terms to the factors of all constraints and of those on producers. `burst`: of the high ends. */
function factorsOf(
  { waitingAt, parties, writing, terms, writingTerms }: Bounded,
  ends: { readonly whole: Factors; readonly writing: Factors },
  burst = 1,
): DirectionFactors {
  const whole = factorsAround({ waitingAt, growing: parties.growing, terms }, ends.whole, burst)
  // Both are the same, unless limits on consumers alone hold back the reads or the high end of the writes.
  const isAlike = areEqual(ends.whole, ends.writing) && terms === writingTerms && !terms.some(raisesSome)
  if (isAlike || parties.onReadersAlone.length === 0) return { writing: whole, reading: whole }
  const ofWriters = { waitingAt: writing.waitingAt, growing: onWriters(parties), terms: writingTerms }
  const written = factorsAround(ofWriters, ends.writing, burst)
  return { writing: written, reading: lesserOf(whole, written) }
}

function areEqual(one: Factors, other: Factors): boolean {
  return one.low === other.low && one.likely === other.likely && one.high === other.high
}

function lesserOf(one: Factors, other: Factors): Factors {
  return {
    low: Math.min(one.low, other.low),
    likely: Math.min(one.likely, other.likely),
    high: Math.min(one.high, other.high),
  }
}

/** What decides how far terms can raise the high end. */
type Around = Pick<Bounded, 'waitingAt' | 'terms'> & Pick<Parties, 'growing'>

/** Applies the terms to a band of factors. `burst` is the burst factor of the high end. */
function factorsAround(around: Around, { low, likely, high }: Factors, burst: number): Factors {
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

/** The factor at which constraints without such a term bind: what a soft limit gives helps only up to the next one. */
function othersHold({ waitingAt, growing, terms }: Around, burst: number): number {
  const others = growing.filter((model) => !terms.some(({ speaksOf }) => speaksOf?.(model) === true))
  const ofAll = productOf(terms.filter(({ speaksOf }) => speaksOf === null))
  return headroomFactor(waitingAt, others, burst) * ofAll.high
}

function alike(factor: number): Factors {
  return { low: factor, likely: factor, high: factor }
}

/** A constraint of hosts with its burst capacity. */
export function bursting(model: ConstraintModel): ConstraintModel {
  return model.shortBurst === undefined ? model : { ...model, capacity: model.shortBurst.capacity }
}

/** The figures of both directions at three factors each. */
export function figureBandsAt(limitedAt: TrafficCurve, { writing, reading }: DirectionFactors): FigureBands {
  const at = (factor: number): Figures => limitedAt(factor).figures
  const likely = at(writing.likely)
  const low = writing.low === writing.likely ? likely : at(writing.low)
  const high = writing.high === writing.likely ? likely : at(writing.high)
  const readLikely = reading.likely === writing.likely ? likely : at(reading.likely)
  const readLow = reading.low === writing.low ? low : at(reading.low)
  const readHigh = reading.high === writing.high ? high : at(reading.high)
  // Field by field, because V8 looks up each field if its name is a parameter.
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
    egressWireBytesPerSec: bandOf(
      readLow.egressWireBytesPerSec,
      readLikely.egressWireBytesPerSec,
      readHigh.egressWireBytesPerSec,
    ),
    egressPayloadBytesPerSec: bandOf(
      readLow.egressPayloadBytesPerSec,
      readLikely.egressPayloadBytesPerSec,
      readHigh.egressPayloadBytesPerSec,
    ),
    recordsPerSec: bandOf(low.recordsPerSec, likely.recordsPerSec, high.recordsPerSec),
  }
}

function bandOf(low: number, likely: number, high: number): Band {
  return { low: roundFigure(low), likely: roundFigure(likely), high: roundFigure(high) }
}

/** All five figures rounded to a thousandth: finer than any measurement, coarser than floating-point noise. */
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
