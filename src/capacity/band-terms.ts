/**
 * The terms of a prediction's band: each cause of uncertainty, as factors on the headroom.
 */
import { type Dimension, dimensionNoun, dimensionRecords } from '../contracts/dimensions.ts'
import type { BandTerm } from '../contracts/prediction.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { lawsReason } from './explain-laws.ts'
import { type Headroom, headroomFactor } from './headroom.ts'
import { javaProducerSource } from './java-producer.ts'
import { chancesOf, endsOf } from './law-chances.ts'
import type { Situation } from './situation.ts'
import type { Traffic, TrafficCurve } from './traffic.ts'

/** A term of the band. Its reason is a function, because texts are built only when they are shown. */
export type BandTermModel = Omit<BandTerm, 'reason'> & {
  readonly reasonText: () => string
  /** The constraints that it applies to. It does not change the high end of the others. Null: all constraints. */
  readonly appliesTo: ((model: ConstraintModel) => boolean) | null
}

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

/** What the terms of a band are computed from: a workload on a deployment with its headroom. */
type TermInput = {
  readonly situation: Situation
  readonly models: readonly ConstraintModel[]
  /** The models that decide the headroom. The demand of each grows with the load. */
  readonly deciding: readonly ConstraintModel[]
  readonly headroom: Headroom
  /** The traffic that decides the headroom. */
  readonly waitingAt: TrafficCurve
  /** Traffic at the headroom, at most the offered load. */
  readonly reached: Traffic
}

/** The terms of the band, except bursts. */
export function bandTerms(input: TermInput): readonly BandTermModel[] {
  const { situation, headroom } = input
  const terms: BandTermModel[] = []
  addInteraction(terms, input)
  addFraming(terms, input)
  const laws = lawTerm(input)
  if (laws === null) addResidual(terms, situation)
  else terms.push(laws)
  const isBound = (dimension: Dimension) => headroom.binding.some((model) => model.dimension === dimension)
  const isSoft = ({ kind }: ConstraintModel) => kind === 'soft'
  if (headroom.binding.some(isSoft)) {
    const reason = () => 'The limit of a partition is soft: more is possible; 20 % is assumed.'
    terms.push(term('soft-limit', [1, 1, 1.2], reason, { appliesTo: isSoft }))
  }
  const spread = isBound('partition-ingress') || isBound('partition-egress') ? keySpread(situation) : 0
  if (spread > 0) {
    const factors = [Math.max(0.5, 1 - 2 * spread), 1, 1 + 2 * spread] as const
    const reason = () => 'How full the fullest partition gets depends on the hash of the keys.'
    const appliesTo = ofDimensions('partition-ingress', 'partition-egress')
    terms.push(term('key-hash', factors, reason, { appliesTo, isAssumption: false }))
  }
  if (isBound('requests')) {
    const reason = () => 'The requests of a workload are estimated: 6 to 18 % above what was measured.'
    terms.push(term('request-estimate', [0.85, 1, 1.2], reason, { appliesTo: ofDimensions('requests') }))
  }
  const onConnection: readonly Dimension[] = ['producer-pipeline', 'synchronous-senders']
  if (onConnection.some(isBound) && situation.hardware === null) {
    const reason = () =>
      'The time a broker needs for a request was measured on one machine; on a service it may be twice that.'
    const appliesTo = ofDimensions(...onConnection)
    terms.push(
      term('broker-service-time', serviceTimeFactors(headroom.binding.filter(appliesTo)), reason, { appliesTo }),
    )
  }
  if (situation.hardware !== null && laws === null && headroom.binding.some(isAssumedProducer)) {
    const reason = () =>
      'The rate of one Java producer is taken from published ones; others were 9 % below to 46 % above it. A client probe measures yours.'
    terms.push(term('java-producer', [0.9, 1, 1.5], reason, { appliesTo: isAssumedProducer }))
  }
  return terms
}

/** Factors on the time that a broker of a service needs. Round trips that the scenario states do not change with it. */
const serviceSpeeds = [0.5, 1, 1.25] as const

/** Factors on the capacity of the connections that bind, from `serviceSpeeds`: the widest range of any of them. */
function serviceTimeFactors(bound: readonly ConstraintModel[]): readonly [low: number, likely: number, high: number] {
  const factorsAt = (speed: number) =>
    bound.map(({ timeLaw }) => (timeLaw === undefined ? speed : timeLaw.capacityAt(speed) / timeLaw.capacityAt(1)))
  return [Math.min(...factorsAt(serviceSpeeds[0])), 1, Math.max(...factorsAt(serviceSpeeds[2]))]
}

function isAssumedProducer({ source }: ConstraintModel): boolean {
  return source === javaProducerSource
}

/** The term that only the expected band has, if any: published bursts, or the tolerance of a target with quotas. */
export function expectedTerms(situation: Situation): readonly BandTermModel[] {
  if (!situation.context.allowsBurst) {
    const reason = () =>
      'The target enforces the declared capacity by quotas, which limit the mean of a window and let a few percent more pass.'
    return [term('quota-enforcement', [0.95, 1, 1.06], reason)]
  }
  const published = situation.limits.burst
  const burst = published?.byCloud?.[situation.deployment.cloud ?? ''] ?? published
  if (!burst) return []
  const reason = () => burst.source.remark ?? `Bursts above the declared bandwidth, from ${burst.source.title}.`
  return [term('burst', [burst.low, burst.likely, burst.high], reason, { isAssumption: false })]
}

function addInteraction(terms: BandTermModel[], { situation, models, headroom, reached }: TermInput): void {
  const { lossWhenOthersFull } = situation.limits.interaction
  if (lossWhenOthersFull === 0) return
  let fullest = 0
  let name = ''
  for (const model of models) {
    if (!dimensionRecords[model.dimension].takesFromBandwidth || headroom.binding.includes(model)) continue
    const utilisation = model.demandAt(reached) / model.capacity
    if (utilisation > fullest) [fullest, name] = [utilisation, dimensionNoun(model.dimension)]
  }
  const low = 1 - lossWhenOthersFull * Math.min(1, fullest)
  const reason = () => {
    const loss = `Partitions, connections and requests reduce the bandwidth as they fill up; ${formatPercent(lossWhenOthersFull)} of it is assumed to be lost when one of them is full.`
    return name === ''
      ? loss
      : `${loss} The fullest of them at the carried rate: ${name}, ${formatPercent(fullest)} used.`
  }
  terms.push(term('interaction', [low, 1, 1], reason))
}

/** Request framing below this share of a limit is left out of the band, because a run cannot measure it. */
const minFraming = 0.01

/**
 * The low end if it is not known whether a limit counts record batches or whole requests: the headroom with whole
 * requests.
 */
function addFraming(terms: BandTermModel[], { deciding, headroom, waitingAt }: TermInput): void {
  if (headroom.factor === 0) return
  const atLimit = waitingAt(headroom.factor)
  let fullest = 0
  for (const { demandInRequestsAt, capacity } of deciding) {
    if (demandInRequestsAt !== undefined) fullest = Math.max(fullest, demandInRequestsAt(atLimit) / capacity)
  }
  if (fullest < 1 + minFraming) return
  const inRequests = deciding.map((model) => ({ ...model, demandAt: model.demandInRequestsAt ?? model.demandAt }))
  const low = Math.min(1, headroomFactor(waitingAt, inRequests) / headroom.factor)
  const reason = () =>
    `It is not published whether the limits count record batches or whole requests: with these the headroom is ${formatPercent(1 - low)} lower.`
  terms.push(term('request-framing', [low, 1, 1], reason))
}

/** The inputs of the term of the laws. */
export type LawTermInput = Pick<TermInput, 'situation' | 'deciding' | 'waitingAt'> & {
  readonly headroom: Pick<Headroom, 'factor'>
}

/** The term of all laws together: the range of nine in ten clusters new to the model. Null without bands by law. */
export function lawTerm({ situation, deciding, headroom: { factor }, waitingAt }: LawTermInput): BandTermModel | null {
  if (factor === 0 || situation.hardware === null) return null
  const chances = chancesOf(situation, deciding, { factor, traffic: waitingAt(factor) })
  if (chances === null) return null
  const { low, high } = endsOf(chances)
  const factors = [Math.min(1, low / factor), 1, Math.max(1, high / factor)] as const
  return term(lawTermId, factors, () => lawsReason(chances, factor), { isAssumption: false })
}

/** The id of the term of all laws together. */
export const lawTermId = 'laws'

/** The spread of published figures around what the model predicts for them. */
function addResidual(terms: BandTermModel[], { offering, hardware }: Situation): void {
  if (hardware !== null && hardware.lawBands !== null) return
  const residual = offering.model === 'measured-table' ? offering.table.residual.value : hardware?.parameters.residual
  if (residual === undefined) return
  const reason = () =>
    hardware === null
      ? `The width of ${formatPercent(residual)} was chosen on the published figures that this model was fitted to, each left out: figures of other clusters may lie further off.`
      : `The width of ${formatPercent(residual)} was chosen on published figures that had been looked at: figures of other clusters may lie further off.`
  terms.push(term('model-residual', [1 - residual, 1, 1 + residual], reason, { isAssumption: false }))
}

function keySpread(situation: Situation): number {
  return Math.max(0, ...situation.producers.map((load) => load.hottest.relativeDeviation))
}

function term(
  id: string,
  factors: readonly [low: number, likely: number, high: number],
  reasonText: () => string,
  { isAssumption = true, appliesTo = null }: Partial<Pick<BandTermModel, 'isAssumption' | 'appliesTo'>> = {},
): BandTermModel {
  return {
    id,
    lowFactor: factors[0],
    likelyFactor: factors[1],
    highFactor: factors[2],
    reasonText,
    isAssumption,
    appliesTo,
  }
}

function ofDimensions(...dimensions: readonly Dimension[]): (model: ConstraintModel) => boolean {
  return ({ dimension }) => dimensions.includes(dimension)
}
