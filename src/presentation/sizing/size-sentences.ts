/**
 * Sentences on the smallest size and the fewest partitions for a load.
 */
import { tierAdviceId } from '../../capacity/advice.ts'
import { fullestOtherText, fullestText, withinText } from '../../capacity/fixed-numbers.ts'
import { largestSize, limitSetAt, tierOf } from '../../capacity/limit-set.ts'
import type { PartitionCount } from '../../capacity/minimum-partitions.ts'
import { answerSizes, type SizeAnswer } from '../../capacity/size-answers.ts'
import { constraintNameInside, dimensionRecords } from '../../contracts/dimensions.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { targetUtilisation } from '../../contracts/target-utilisation.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { counted } from '../../units/count.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { formatFactor, formatPercent, utilisationText } from '../../units/ratio.ts'

/** Why no size keeps the utilisation of every limit at or below the target. */
export type NoSize = Pick<SizeAnswer, 'blockers' | 'partitionsForTarget' | 'noRate'> & {
  /** The largest size, at which the `blockers` were computed: "24 CKUs". Absent if no sentence names it. */
  readonly largest?: string
  /** The scenario's own size, and the utilisation of its limits by id, as the chart shows them. Absent if not compared. */
  readonly own?: { readonly size: string; readonly utilisations: ReadonlyMap<string, number> }
  /** The scenario's tier, and a sentence on the next one that is enough. Absent if no tier is. */
  readonly otherTier?: { readonly own: string; readonly sentence: string }
  /** Topics with a key that alone overfills a partition, not only its target utilisation. Absent if not needed. */
  readonly overfullTopics?: readonly string[]
}

/** At most this many limits or topics are named in a sentence. */
const maxNamed = 3

/** At most this many topics get a sentence of their own. */
const maxTopics = 10

/** Why the prediction has no smallest size; null if it has one. */
export function noSizeOf(
  { smallest, constraints, advice }: Pick<Prediction, 'smallest' | 'constraints' | 'advice'>,
  scenario: Scenario,
  offering: Offering,
): NoSize | null {
  const why = smallest === null ? answerSizes(scenario, offering)[0] : undefined
  if (why === undefined) return null
  const { deployment } = scenario
  const limits = limitSetAt(offering, deployment)
  if (limits === null) return why
  const tierAdvice = advice.find(({ id }) => id === tierAdviceId)
  const ownTier = tierOf(offering, deployment)
  const units = (size: number) => counted(size, offering.unitName.singular, offering.unitName.plural)
  return {
    ...why,
    largest: units(largestSize(limits, deployment)),
    own: {
      size: units(deployment.size),
      utilisations: new Map(constraints.map((each) => [each.id, each.utilisation])),
    },
    ...(tierAdvice === undefined || ownTier === undefined
      ? {}
      : { otherTier: { own: ownTier, sentence: tierAdvice.text } }),
    overfullTopics: hotTopics(why).length === 0 ? [] : hotTopics(answerSizes(scenario, offering, fullLimits)[0]),
  }
}

/** Options of `answerSizes` that allow limits to be 100 % full. */
const fullLimits = { targetUtilisation: 1 }

/** Topics for which no number of partitions is enough, because of one key. */
function hotTopics(why: Pick<SizeAnswer, 'partitionsForTarget'> | undefined): string[] {
  return (why?.partitionsForTarget ?? []).filter(({ partitions }) => partitions === null).map(({ topic }) => topic)
}

/**
 * "4 CKUs, every limit at or below 80 % (fullest limit: ingress at 71 %)". A fixed number above the target is named before
 * the brackets: "(fullest of the others: …)".
 */
export function smallestText(smallest: NonNullable<Prediction['smallest']>, unitName: Offering['unitName']): string {
  const units = counted(smallest.size, unitName.singular, unitName.plural)
  const other = fullestOtherText(smallest)
  const fullest = other === null ? `fullest limit: ${fullestText(smallest)}` : `fullest of the others: ${other}`
  return `${units}, ${withinText(smallest)} (${fullest})`
}

/**
 * "no size keeps every limit at or below 80 %", and sentences on the limits in the way and on what would help; or that
 * the size is not known.
 */
export function noSizeText(why: NoSize | null, target = targetUtilisation): string {
  if (why?.noRate !== undefined) return `not known. ${why.noRate}`
  if (why?.blockers.length === 0)
    return ['none that can be bought takes this workload.', ...otherTierSentences(why)].join(' ')
  const blocked = `no size${ofOwnTier(why)} keeps every limit at or below ${formatPercent(target)}.`
  return [blocked, ...(why === null ? [] : noSizeReasons(why, target))].join(' ')
}

/** " of tier-1": what "no size" is about, if another tier is enough; else empty. */
export function ofOwnTier(why: NoSize | null): string {
  return why?.otherTier === undefined ? '' : ` of ${why.otherTier.own}`
}

/** The sentence on the next tier that is enough; none if no tier is. */
export function otherTierSentences(why: NoSize | null): string[] {
  return why?.otherTier === undefined ? [] : [why.otherTier.sentence]
}

/** The limits in the way at the largest size, the next tier that is enough, and the partitions that each topic needs. */
export function noSizeReasons(why: NoSize, target = targetUtilisation): string[] {
  const { blockers, partitionsForTarget, largest, own } = why
  const named = blockers.slice(0, maxNamed).map((blocker) => {
    const atLargest = utilisationText(blocker.utilisation, target)
    return `${constraintNameInside(blocker)} at ${atLargest}${ownText(blocker.id, atLargest, own, target)}`
  })
  const left = blockers.length - named.length
  const others = left > 0 ? ` and ${counted(left, 'other limit')}` : ''
  const list = `${named.join(', ')}${others}`
  const areClients = blockers.every(({ dimension }) => dimensionRecords[dimension].advice === 'more-clients')
  const reason = areClients
    ? `The clients are the limit at every size: ${list}.`
    : `At the largest size${largest === undefined ? '' : `, ${largest}`}: ${list}.`
  return [
    ...(named.length === 0 ? [] : [reason]),
    ...otherTierSentences(why),
    ...partitionsForTarget.slice(0, maxNamed).map((count) => targetSentence(count, target)),
  ]
}

/** " (136 % at 1 CKU)": the utilisation at the scenario's own size; empty if the same text is shown for the largest size. */
function ownText(id: string, atLargest: string, own: NoSize['own'], target: number): string {
  const utilisation = own?.utilisations.get(id)
  if (own === undefined || utilisation === undefined) return ''
  const atOwnSize = utilisationText(utilisation, target)
  return atOwnSize === atLargest ? '' : ` (${atOwnSize} at ${own.size})`
}

/** The smallest size for a load: "Today (125.5 MB/s in): 4 CKUs, every limit at or below 80 % (fullest limit: …)." */
export function explainSize(answer: SizeAnswer, { unitName }: Offering, target: number): string {
  const { smallest, loadFactor } = answer
  const load = formatByteRate(answer.offered.ingressWireBytesPerSec)
  const when = loadFactor === 1 ? `Today (${load} in)` : `At ${formatFactor(loadFactor)} today’s load (${load} in)`
  return smallest === null ? `${when}: ${noSizeText(answer, target)}` : `${when}: ${smallestText(smallest, unitName)}.`
}

/** The number of partitions with which a topic's limits reach the target, so that a size can fit. */
function targetSentence({ topic, partitions, formula }: PartitionCount, target: number): string {
  return partitions === null
    ? `"${topic}": ${formula}.`
    : `"${topic}" needs ${formatInUnit(partitions, 'partitions')} ${fullText(target)}: ${formula}.`
}

/**
 * "for each to be at most 80 % full": the purpose of a number of partitions. With the minimum number, they may be 100 %
 * full.
 */
export function fullText(utilisation: number): string {
  return `for each to be at most ${formatPercent(utilisation)} full`
}

/**
 * Says how many partitions each topic needs at least, with the formula. A topic whose partitions keep every size above
 * the target is left out, because `noSizeText` covers it.
 */
export function explainPartitions(answer: Pick<SizeAnswer, 'minimumPartitions' | 'partitionsForTarget'>): string[] {
  const said = new Set(answer.partitionsForTarget.map(({ topic }) => topic))
  const minimumPartitions = answer.minimumPartitions.filter(({ topic }) => !said.has(topic))
  const named = minimumPartitions.slice(0, maxTopics)
  const left = minimumPartitions.length - named.length
  const sentences = named.map(
    ({ topic, partitions, formula }) =>
      `"${topic}" needs at least ${formatInUnit(partitions, 'partitions')} ${fullText(1)}: ${formula}.`,
  )
  return left === 0 ? sentences : [...sentences, `And ${counted(left, 'more topic')}.`]
}
