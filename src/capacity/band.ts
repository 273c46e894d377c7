/**
 * The bands of a prediction: the likely value and the terms of uncertainty around it (band-terms.ts).
 */
import type { FigureBands, Figures } from '../contracts/figures.ts'
import type { Band } from '../contracts/primitives.ts'
import { type BandTermModel, expectedTerms, type LawTermInput, lawTerm, lawTermId } from './band-terms.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { onWriters, partiesOf } from './directions.ts'
import { headroomFactor } from './headroom.ts'
import { type Filling, fillReaders, readFactors } from './held-readers.ts'
import { readBytesAt } from './held-reads.ts'
import { type BandCauses, type BandInput, readerBounds } from './reader-bounds.ts'
import type { Situation } from './situation.ts'
import type { TrafficCurve } from './traffic.ts'

/** A band of load factors: multiples of the offered load. */
export type Factors = { readonly low: number; readonly likely: number; readonly high: number }

/**
 * Factors of the written load and, for each consumer entry, of the load that its groups read: at most what is written.
 */
export type DirectionFactors = { readonly writing: Factors; readonly reading: readonly ReadFactors[] }

/** Factors of the load that the groups of a consumer entry read, held by a limit in records/s or in bytes/s. */
export type ReadFactors = Factors & { readonly isInRecords: boolean }

/** Load factors of all constraints together, of what producers get, and for each consumer entry of what its groups may read. */
type Ends = { readonly whole: Factors; readonly writing: Factors; readonly reading: readonly Factors[] }

/** The achievable band: the headroom of the declared limits with all terms. */
export function achievableFactors(bounded: BandInput): DirectionFactors {
  return factorsOf(bounded, endsOf(bounded, bounded.headroom.factor))
}

/** The factors of one filling of the limits (`fillReaders`). All ends are the same, because no term is applied yet. */
function endsOf(bounded: Filling & Pick<BandInput, 'situation'>, whole: number): Ends {
  const reading = readFactors(bounded, bounded.situation).map(({ factor }) => alike(factor))
  return { whole: alike(whole), writing: alike(bounded.writing.headroom.factor), reading }
}

/** The expected band: the achievable one with bursts. On a target that enforces quotas, their tolerance replaces bursts. */
export function expectedFactors(bounded: BandInput): DirectionFactors {
  const { situation, waitingAt, headroom } = bounded
  if (situation.deployment.isShort === true && situation.context.allowsBurst && situation.hardware !== null) {
    const models = bounded.models.map(bursting)
    const parties = partiesOf(models)
    const whole = headroomFactor(waitingAt, parties.growing)
    const filling = fillReaders(situation, waitingAt, parties, { whole: { factor: whole, binding: [] } })
    const terms = withLaws(bounded.terms, {
      situation,
      deciding: parties.growing,
      headroom: { factor: whole },
      waitingAt,
    })
    const isOne = bounded.terms === bounded.writingTerms
    const ofWriters = { situation, deciding: onWriters(parties), headroom: filling.writing.headroom }
    const writingTerms = isOne
      ? terms
      : withLaws(bounded.writingTerms, { ...ofWriters, waitingAt: filling.writing.waitingAt })
    return factorsOf(
      { ...bounded, ...filling, models, parties, terms, writingTerms },
      endsOf({ situation, ...filling }, whole),
    )
  }
  const [own] = expectedTerms(situation)
  if (own === undefined) return achievableFactors(bounded)
  // Quotas do not depend on how full other limits are, so the term `interaction` does not apply.
  if (!situation.context.allowsBurst) {
    const withQuota = (terms: readonly BandTermModel[]) => [own, ...terms.filter((term) => term.id !== 'interaction')]
    const terms = withQuota(bounded.terms)
    const writingTerms = bounded.terms === bounded.writingTerms ? terms : withQuota(bounded.writingTerms)
    return achievableFactors({ ...bounded, terms, writingTerms, adjusted: withQuota })
  }
  const wholeWith = (burst: number) =>
    burst === 1 ? headroom.factor : headroomFactor(waitingAt, bounded.parties.growing, burst)
  const whole = {
    low: wholeWith(own.lowFactor),
    likely: wholeWith(own.likelyFactor),
    high: wholeWith(own.highFactor),
  }
  const fillingWith = (factor: number, burst: number) =>
    burst === 1
      ? bounded
      : fillReaders(situation, waitingAt, bounded.parties, { whole: { factor, binding: [] }, burst })
  const fillings = [
    fillingWith(whole.low, own.lowFactor),
    fillingWith(whole.likely, own.likelyFactor),
    fillingWith(whole.high, own.highFactor),
  ] as const
  return factorsOf(bounded, { whole, ...endsOfBursts(fillings, situation) }, own.highFactor)
}

/** The factors of three fillings: with the lowest, the likely and the highest burst. */
function endsOfBursts(
  [low, likely, high]: readonly [Filling, Filling, Filling],
  situation: Situation,
): Pick<Ends, 'writing' | 'reading'> {
  const factorOf = ({ writing }: Filling) => writing.headroom.factor
  const [reads, likelyReads, highReads] = [low, likely, high].map((filling) => readFactors(filling, situation))
  return {
    writing: { low: factorOf(low), likely: factorOf(likely), high: factorOf(high) },
    reading: situation.consumers.map((_, index) => ({
      low: reads?.[index]?.factor ?? 0,
      likely: likelyReads?.[index]?.factor ?? 0,
      high: highReads?.[index]?.factor ?? 0,
    })),
  }
}

/** The terms, with the term of the laws computed for other capacities, such as bursts. */
function withLaws(terms: readonly BandTermModel[], found: LawTermInput): readonly BandTermModel[] {
  return terms.map((term) => (term.id === lawTermId ? (lawTerm(found) ?? term) : term))
}

/**
 * Applies the terms to the factors of all constraints and of those on producers. `burst` is the burst factor of high
 * ends.
 */
function factorsOf(bounded: BandInput, ends: Ends, burst = 1): DirectionFactors {
  const { waitingAt, parties, writing, terms, writingTerms, situation } = bounded
  const whole = factorsAround({ waitingAt, growing: parties.growing, terms }, ends.whole, burst)
  // Writing and reading have the same factors, unless limits on consumers alone hold back the reads or the high end of writes.
  const isAlike = areEqual(ends.whole, ends.writing) && terms === writingTerms && !terms.some(raisesSome)
  if (isAlike || parties.onReadersAlone.length === 0)
    return { writing: whole, reading: situation.consumers.map(() => ({ ...whole, isInRecords: false })) }
  const ofWriters = { waitingAt: writing.waitingAt, growing: onWriters(parties), terms: writingTerms }
  const written = factorsAround(ofWriters, ends.writing, burst)
  const reading = readerBounds(bounded).map(({ isInRecords, ...around }, index) => ({
    ...lesserOf(factorsAround(around, ends.reading[index] ?? ends.writing, burst), written),
    isInRecords,
  }))
  return { writing: written, reading }
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
type LimitsAround = Omit<BandCauses, 'isInRecords'>

/** Applies the terms to a band of factors. `burst` is the burst factor of the high end. */
function factorsAround(around: LimitsAround, { low, likely, high }: Factors, burst: number): Factors {
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
function raisesSome({ appliesTo, highFactor }: BandTermModel): boolean {
  return appliesTo !== null && highFactor > 1
}

/** The factor at which the constraints bind that no term raises. Exceeding a soft limit helps only up to the next limit. */
function othersHold({ waitingAt, growing, terms }: LimitsAround, burst: number): number {
  const others = growing.filter((model) => !terms.some(({ appliesTo }) => appliesTo?.(model) === true))
  const ofAll = productOf(terms.filter(({ appliesTo }) => appliesTo === null))
  return headroomFactor(waitingAt, others, burst) * ofAll.high
}

function alike(factor: number): Factors {
  return { low: factor, likely: factor, high: factor }
}

/** A constraint of hosts with its burst capacity. */
export function bursting(model: ConstraintModel): ConstraintModel {
  return model.hostBurst === undefined ? model : { ...model, capacity: model.hostBurst.capacity }
}

/** The figures of both directions at three factors each. */
export function figureBandsAt(
  situation: Situation,
  limitedAt: TrafficCurve,
  { writing, reading }: DirectionFactors,
): FigureBands {
  const at = (factor: number): Figures => limitedAt(factor).figures
  const likely = at(writing.likely)
  const low = writing.low === writing.likely ? likely : at(writing.low)
  const high = writing.high === writing.likely ? likely : at(writing.high)
  const readLow = readAt(situation, limitedAt, { writing, reading, end: 'low' })
  const readLikely = readAt(situation, limitedAt, { writing, reading, end: 'likely' })
  const readHigh = readAt(situation, limitedAt, { writing, reading, end: 'high' })
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

type ReadFigures = Pick<Figures, 'egressWireBytesPerSec' | 'egressPayloadBytesPerSec'>

/** What all groups read together at one end of the band. */
export function readAt(
  { consumers }: Situation,
  limitedAt: TrafficCurve,
  { writing, reading, end }: DirectionFactors & { readonly end: keyof Factors },
): ReadFigures {
  const written = writing[end]
  const sum = { egressWireBytesPerSec: 0, egressPayloadBytesPerSec: 0 }
  for (const [index, { group, topic }] of consumers.entries()) {
    const factors = reading[index] ?? { ...writing, isInRecords: false }
    const ofGroup = { read: factors[end], isInRecords: factors.isInRecords, topic: topic.index }
    const read = readBytesAt(limitedAt, { written, likelyWritten: writing.likely, ...ofGroup })
    sum.egressWireBytesPerSec += group.count * read.wireBytesPerSec
    sum.egressPayloadBytesPerSec += group.count * read.payloadBytesPerSec
  }
  return sum
}

/**
 * The band of one figure. While clients wait, a larger load fills batches further and can give slightly fewer bytes. The
 * likely value is then the end of the band.
 */
function bandOf(low: number, likely: number, high: number): Band {
  return {
    low: roundFigure(Math.min(low, likely)),
    likely: roundFigure(likely),
    high: roundFigure(Math.max(likely, high)),
  }
}

/**
 * All five figures rounded to a thousandth, or below 1 to six significant digits, as one record an hour is 0.000278 a second.
 * That is finer than any measurement, and coarser than floating-point noise.
 */
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
  return value < 1 ? Number(value.toPrecision(6)) : Math.round(value * 1000) / 1000
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
