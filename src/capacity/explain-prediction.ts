/**
 * Words a prediction in one to three sentences: the rate that is carried, the limit that binds, and the next limit.
 */
import type { DimensionNoun } from '../contracts/dimension-record.ts'
import { dimensionRecords, withArticle } from '../contracts/dimensions.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import { formatUtilisation } from '../contracts/target-utilisation.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatCount } from '../units/count.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { joinNames } from '../units/join-names.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { noRateId } from './assumptions.ts'
import { bandClause, carryVerb, chanceClause } from './explain-chance.ts'
import { growthWithLoad } from './growth-with-load.ts'
import { explainLag } from './lag.ts'
import { inAndOutText } from './rates-text.ts'
import { isOverGuidelinesOnly } from './refusals.ts'
import { gainsByWaiting, isReachedByWaiting, saturation, waitingSentence } from './saturation.ts'
import { shortSource } from './short-source.ts'
import { storageRoomText } from './storage-room.ts'

/** A prediction in words. */
export interface PredictionSentences {
  /** "2 CKUs carry 100 MB/s in and 300 MB/s out." */
  readonly sentence: string
  /**
   * The reason: "The ingress and egress guidelines bind (50 MB/s x 2 CKUs = 100 MB/s, Confluent white paper of April
   * 2020); partitions are at 1.8 %."
   */
  readonly reason: string
}

/** Returns the sentence of a prediction, followed by its reason. */
export function explainPrediction(prediction: Prediction): string {
  const { sentence, reason } = predictionSentences(prediction)
  return `${sentence} ${reason}`
}

/**
 * Says what a deployment carries and what limits it, or why it refuses the workload.
 * @param wholeLoad the words for the offered load, if all of it is carried
 */
export function predictionSentences(prediction: Prediction, wholeLoad = 'the whole load'): PredictionSentences {
  const units = describeUnits(prediction)
  if (!prediction.isFeasible) {
    const sentence = isOverGuidelinesOnly(prediction)
      ? `${units} would be over a guideline with this workload, whatever its rate.`
      : `${units} cannot take this workload.`
    return { sentence, reason: prediction.refusals.join(' ') }
  }
  const unknown = noRateText(prediction)
  if (unknown !== null) return { sentence: unknown, reason: knownLimitsSentence(prediction) }
  const verb = carryVerb(prediction)
  const { ingressWireBytesPerSec, egressWireBytesPerSec } = prediction.achievable
  const rate = inAndOutText(ingressWireBytesPerSec.likely, egressWireBytesPerSec.likely)
  if (prediction.lag) return laggingSentences(prediction, `${units} ${verb}`, rate)
  if (isReachedByWaiting(prediction)) return waitingSentences(prediction, `${units} ${verb}`, rate)
  if (prediction.headroom < 1) {
    const reason = `${bindingSentence(prediction)}${slowGrowthSentence(prediction)}`
    return { sentence: `${units} ${verb} ${rate}${bandClause(prediction)}.`, reason }
  }
  const reason = bindingSentence(prediction, { one: 'would bind first', many: 'would bind first' })
  return {
    sentence: `${units} ${verb} ${wholeLoad}, ${rate}, ${spareClause(prediction)}${chanceClause(prediction)}.`,
    reason: `${reason}${slowGrowthSentence(prediction)}${storageSentence(prediction)}`,
  }
}

/** What the storage is enough for, after a space; empty if the load is limited before the storage is full. */
function storageSentence({ constraints, headroom }: Prediction): string {
  const storage = constraints.find(({ dimension }) => dimension === 'storage')
  const text = storage === undefined ? '' : storageRoomText(storage.utilisation, headroom)
  return text === '' ? '' : ` ${text}`
}

/** Says that the offering publishes no rate; null if it does. */
export function noRateText({ assumptions }: Pick<Prediction, 'assumptions'>): string | null {
  return assumptions.find(({ id }) => id === noRateId)?.text ?? null
}

/** "The limits that it publishes allow 475 times the offered load. The pipeline … would bind first (…)." */
function knownLimitsSentence(prediction: Prediction): string {
  const factor = formatFactor(saturation(prediction))
  const binding = bindingSentence(prediction, { one: 'would bind first', many: 'would bind first' })
  return `The other limits that are known allow ${factor} the offered load. ${binding}`
}

/**
 * "and could take 4.3 times as many records/s"; with the larger factor too if brokers carry more while clients wait. Bytes may grow
 * by less, because a higher rate fills batches.
 */
function spareClause(prediction: Prediction): string {
  const more = `${formatFactor(prediction.headroom)} as many records/s`
  const isFull = prediction.headroom < 1.005
  if (!gainsByWaiting(prediction)) return isFull ? 'with nothing to spare' : `and could take ${more}`
  const most = formatFactor(saturation(prediction))
  return isFull
    ? `with nothing to spare before clients wait, and could take ${most} as many records/s while they wait`
    : `and could take ${more} before clients wait, ${most} while they wait`
}

function waitingSentences(prediction: Prediction, lead: string, rate: string): PredictionSentences {
  const reason = bindingSentence(prediction, { one: 'binds first', many: 'bind first' })
  const isWhole = saturation(prediction) >= 1
  const all = isWhole ? `the whole load, ${rate}, only` : `${rate}, and that only`
  const chance = isWhole ? chanceClause(prediction) : bandClause(prediction)
  return {
    sentence: `${lead} ${all} while clients wait${chance}.`,
    reason: `${reason}${slowGrowthSentence(prediction)} ${waitingSentence(prediction)}`,
  }
}

/**
 * "2 CKUs carry the whole load in, 75 MB/s, and 300 MB/s out. Consumers fall behind by 75 MB/s; unread data reaches its
 * retention and is deleted after 5 h." The reason names the limit of consumers, and that of producers if one limits them too.
 */
function laggingSentences(prediction: Prediction, lead: string, rate: string): PredictionSentences {
  const { achievable, directions } = prediction
  const reason = consumersReason(prediction)
  const writing = directions?.ingress
  if (writing !== undefined && writing.headroom < 1) {
    const words = { binding: writing.binding, one: 'limits producers', many: 'limit producers' }
    return {
      sentence: `${lead} ${rate}. ${explainLag(prediction)}`,
      reason: `${reason} ${bindingSentence(prediction, words)}`,
    }
  }
  const { ingressWireBytesPerSec, egressWireBytesPerSec } = achievable
  const crowded = overfullOfProducers(prediction)
  const only = crowded.length === 0 ? '' : ' while producers wait,'
  const whole = `the whole load in, ${formatByteRate(ingressWireBytesPerSec.likely)},${only} and ${formatByteRate(egressWireBytesPerSec.likely)} out`
  const why = crowded.length === 0 ? '' : ` ${waitingUseSentence(crowded)}`
  return { sentence: `${lead} ${whole}. ${explainLag(prediction)}`, reason: `${reason}${why}` }
}

/** The limits that consumers reach first; another limit may come first for producers that do not wait. */
function consumersReason(prediction: Prediction): string {
  const { binding, directions } = prediction
  const own = directions?.egress.binding ?? binding
  if (own.some(({ id }) => binding.some((each) => each.id === id))) return bindingSentence(prediction)
  return bindingSentence(prediction, { binding: own, one: 'limits consumers', many: 'limit consumers' })
}

/** A limit that is fuller by more than this share is over 100 % where it is shown. */
const shownExcess = 0.005

/** The limits that producers would use to more than 100 % if they did not wait, the fullest first; one of each name. */
function overfullOfProducers({ constraints }: Prediction): Constraint[] {
  const over = constraints.filter(({ dimension, utilisation }) => {
    const { role, slows } = dimensionRecords[dimension]
    return role === 'grows' && slows !== 'consumers' && utilisation > 1 + shownExcess
  })
  const sorted = over.sort((one, other) => other.utilisation - one.utilisation)
  return sorted.filter((each, index) => sorted.findIndex((one) => limitName(one) === limitName(each)) === index)
}

/**
 * "The requests would be 755 % and the ingress 104 % used if no producer waited; waiting fills their batches, which use
 * less." It names every limit that the list shows above 100 % although the whole load is carried.
 */
function waitingUseSentence(overfull: readonly Constraint[]): string {
  const used = overfull.map((each, index) => {
    const share = formatUtilisation(each.utilisation)
    return index === 0 ? `${openingNoun(limitNoun(each))} would be ${share}` : `the ${limitNoun(each).text} ${share}`
  })
  return `${joinNames(used)} used if no producer waited; waiting fills their batches, which use less.`
}

/** "2 CKUs"; if they are scaled, "2 CKUs at 0.02 of their capacity". */
export function describeUnits({ deployment }: Prediction): string {
  const scaled =
    deployment.capacityScale === 1
      ? ''
      : ` at ${deployment.capacityScale} of ${deployment.size === 1 ? 'its' : 'their'} capacity`
  return `${formatCount(deployment.size)} ${deployment.unitName}${scaled}`
}

/** Words of a sentence on binding constraints. Left out: the constraints of the prediction, and "bind". */
type BindingWords = {
  readonly binding?: Prediction['binding']
  readonly one?: string
  readonly many?: string
}

/** "The ingress guideline binds (50 MB/s x 2 CKUs = 100 MB/s, source); partitions are at 1.8 %." */
export function bindingSentence(prediction: Prediction, words: BindingWords = {}): string {
  const { binding: named = prediction.binding, one = 'binds', many = 'bind' } = words
  const binding = named.flatMap(({ id }) => prediction.constraints.filter((each) => each.id === id))
  const [first] = binding
  if (!first) return ''
  const nouns = [...new Map(binding.map((each) => [limitName(each), limitNoun(each)])).values()]
  const areMany = nouns.length > 1
  const kinds = new Set(binding.map((each) => each.kind))
  const kind = kinds.size === 1 ? kindWord(first, areMany) : areMany ? ' limits' : ' limit'
  const isPlural = areMany || (kind === '' && nouns[0]?.verb === 'are')
  const names = nouns.map((noun, index) => (index === 0 ? openingNoun(noun) : withArticle(noun)))
  const subject = `${joinNames(names)}${kind} ${isPlural ? many : one}`
  const capacity = first.capacityFormula ?? formatInUnit(first.capacity, first.unit)
  const beside = words.binding === undefined ? besides(prediction, binding) : ''
  return `${subject} (${capacity}, ${shortSource(first.source)})${beside}.`
}

type LimitPlace = Pick<Constraint, 'dimension' | 'layer'>

/** Names what a constraint limits: "network out of the busiest broker" if it limits a single broker. */
export function limitName(place: LimitPlace): string {
  return withArticle(limitNoun(place))
}

/** Capitalises a noun for the start of a sentence: "The ingress", "What a producer client can send". */
function openingNoun({ text, article }: DimensionNoun): string {
  return `${article === 'what' ? 'What' : 'The'} ${text}`
}

function limitNoun({ dimension, layer }: LimitPlace): DimensionNoun {
  const { noun } = dimensionRecords[dimension]
  return layer === 'broker' ? { ...noun, text: noun.ofBusiestBroker ?? noun.text } : noun
}

function kindWord(constraint: Constraint, isPlural: boolean): string {
  if (constraint.kind === 'physical' || constraint.kind === 'structural') return ''
  const word = constraint.kind === 'fixed' ? 'limit' : constraint.kind === 'soft' ? 'soft limit' : 'guideline'
  return ` ${word}${isPlural ? 's' : ''}`
}

/**
 * "; requests are 58 % used", or "; requests are 58 % used at that rate, 91 % at the offered load": says how close the next
 * limit is. The list of all limits has utilisations at the offered load; at the carried load they are lower.
 */
function besides(prediction: Prediction, binding: readonly Constraint[]): string {
  const next = nextLimit(prediction, binding)
  if (!next) return ''
  const { role, noun, slows } = dimensionRecords[next.dimension]
  // If consumers fall behind, less is read than written: limits on consumers alone grow with what their groups read,
  // those that both share with what is written.
  const written = Math.min(1, prediction.directions?.ingress.headroom ?? prediction.headroom)
  const load = slows === 'consumers' ? written * readShareAt(next, prediction) : written
  const used = `; ${withArticle(noun)} ${noun.verb}`
  const offered = formatUtilisation(next.utilisation)
  if (role !== 'grows' || load >= 1) return `${used} ${offered} used`
  // Clients that wait send fuller batches than the list assumes, so what is carried never exceeds a limit.
  const carried = formatPercent(Math.min(1, next.utilisation * load))
  return `${used} ${carried} used at that rate, ${offered} at the offered load`
}

/** Share of the written load that is read by the groups that a limit on consumers alone slows. */
function readShareAt({ id, dimension }: Constraint, { lag, consumerGroups = [] }: Prediction): number {
  if (!lag) return 1
  const index = Number(id.split(':')[1])
  if (dimension === 'consumer-client') return consumerGroups[index]?.readShare ?? lag.readShare
  const topic = dimension === 'partition-egress' ? id.slice(id.indexOf(':') + 1) : null
  const readers = consumerGroups.filter((reading) => topic === null || reading.topic === topic)
  const groups = readers.reduce((sum, { count }) => sum + count, 0)
  if (topic === null || groups === 0) return lag.readShare
  return readers.reduce((sum, { count, readShare }) => sum + count * readShare, 0) / groups
}

/** The limit with the highest utilisation that does not bind. */
function nextLimit({ constraints }: Prediction, binding: readonly Constraint[]): Constraint | null {
  const bound = new Set(binding.map((each) => each.dimension))
  const others = constraints.filter((each) => !bound.has(each.dimension) && each.kind !== 'structural')
  return others.reduce<Constraint | null>(
    (fullest, each) => (fullest === null || each.utilisation > fullest.utilisation ? each : fullest),
    null,
  )
}

/**
 * " The ingress (17 % used) and requests grow more slowly than the load.". Explains how a limit can be 58 % used and
 * the load still grow 7.3 times, or 755 % used and full at 2.8 % of the load. Empty if none of the named limits grows more
 * slowly.
 */
function slowGrowthSentence(prediction: Prediction): string {
  const { binding, constraints, headroom } = prediction
  if (headroom >= 1 && headroom < 1.005) return ''
  const bound = binding.flatMap(({ id }) => constraints.filter((each) => each.id === id))
  // If the load is too much, only the limits that bind are named with their utilisation.
  const next = headroom < 1 ? null : nextLimit(prediction, bound)
  const isSlow = (each: Constraint) => growthWithLoad(each, headroom) === 'slower'
  const slow = [...bound, ...(next === null ? [] : [next])].filter(isSlow)
  // Each name once, because ingress may bind by the limit of the cluster and by that of one broker.
  const named = [...new Map(slow.map((each) => [limitName(each), each])).values()]
  const [only] = named
  if (only === undefined) return ''
  const names = named.map((each, index) => {
    const noun = limitNoun(each)
    const share = each === next ? '' : ` (${formatUtilisation(each.utilisation)} used)`
    return `${index === 0 ? openingNoun(noun) : withArticle(noun)}${share}`
  })
  const isOne = named.length === 1 && limitNoun(only).verb !== 'are'
  return ` ${joinNames(names)} ${isOne ? 'grows' : 'grow'} more slowly than the load.`
}
