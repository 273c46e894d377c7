/**
 * Sections on the consequences of a prediction: size, partitions, client hosts, advice, and the width of the band.
 */
import { chanceText } from '../../capacity/explain-chance.ts'
import { growthWithLoad } from '../../capacity/growth-with-load.ts'
import { isSameShare, lossText, nameOf } from '../../capacity/lag.ts'
import { gainsByWaiting, saturation, waitingSentence } from '../../capacity/saturation.ts'
import { chanceLabel } from '../../charts/shared-labels.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { GroupReading, Lag, LawTerm, Prediction } from '../../contracts/prediction.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatCount } from '../../units/count.ts'
import { upperFirst } from '../../units/first-letter.ts'
import { groupDigits } from '../../units/number-text.ts'
import { factorDigits, formatFactor, formatPercent } from '../../units/ratio.ts'
import { type Block, type Fact, facts, list, numberCell, type Section, span, table, textCell } from '../document.ts'
import { lawLabels } from '../labels.ts'
import { adviceOf } from '../run/what-to-do.ts'
import { type ChanceAnswer, chanceReason } from './chance-reason.ts'
import { fullText, type NoSize, noSizeText, smallestText } from './size-sentences.ts'

/** A prediction, and what its recommendations need besides. */
export interface SizedPrediction {
  readonly prediction: Prediction
  readonly unitName: Offering['unitName']
  /** Why no size fits. Null if one fits, or if this is not known, as for the prediction of a run. */
  readonly noSize: NoSize | null
}

/** Headroom above which the text is "no limit is near". */
const maxShownHeadroom = 1e6

/** From this share on, a percentage has a decimal, because 99.8 % without one would read as 100 %. */
const minNearlyWhole = 0.99

/** The headroom in words: how much the load can grow, or the share of the offered load that fits. */
function headroomText(prediction: Prediction): string {
  const { headroom, lag } = prediction
  if (lag) {
    const most = saturation(prediction)
    const who = whoKeepsUp(prediction)
    if (!gainsByWaiting(prediction)) return `${who} with ${formatPercent(most)} of the offered load`
    return `if no client waits, ${formatFactor(headroom)} the offered load fits${smallerBatchesText(prediction)}; if clients wait, which fills their batches, ${who} with ${formatFactor(most)} the offered load`
  }
  if (gainsByWaiting(prediction)) return waitingSentence(prediction)
  if (headroom < 1)
    return `${headroom < minNearlyWhole ? formatPercent(headroom) : factorPercent(headroom)} of the offered load fits`
  if (headroom === 1) return 'the whole offered load fits, with nothing to spare'
  return headroom > maxShownHeadroom ? 'no limit is near' : `${formatFactor(headroom)} the offered load fits`
}

/** Why less of the load fits than 1 / utilisation of the binding limit; empty if that much fits. */
function smallerBatchesText({ binding, constraints, headroom }: Prediction): string {
  const bound = constraints.filter(({ id }) => binding.some((each) => each.id === id))
  return bound.some((each) => growthWithLoad(each, headroom) === 'slower')
    ? ' (fewer records make smaller batches, so requests shrink less than the load)'
    : ''
}

/** "consumers keep up"; "all consumer groups keep up" if some groups would keep up with more than others. */
function whoKeepsUp({ consumerGroups = [] }: Prediction): string {
  const [first, ...others] = consumerGroups
  const isAlike = others.every(({ readShare }) => isSameShare(readShare, first?.readShare ?? readShare))
  return isAlike ? 'consumers keep up' : 'all consumer groups keep up'
}

/** At most this many groups are listed with their lag. */
const maxListed = 5

/**
 * How fast the lag grows: of all groups and per group on average, or of each group that falls behind. Then how long it takes
 * until retention deletes unread data, if it does.
 */
function lagText({ growthBytesPerSec, groups, untilRetentionMs, topic }: Lag, all: readonly GroupReading[]): string {
  const growth = formatByteRate(growthBytesPerSec.likely)
  const behind = all.filter(({ readShare }) => readShare < 1)
  const each =
    groups === 1 ? growth : `${growth}, ${formatByteRate(growthBytesPerSec.likely / groups)} per group on average`
  const [first] = behind
  const listed =
    behind.length === 1 && first !== undefined ? `, of ${nameOf(first, all)} alone` : `: ${lagOfEach(behind, all)}`
  const rates = all.length < 2 || first === undefined ? each : `${growth}${listed}`
  if (untilRetentionMs === null) return rates
  return `${rates}; unread data of ${topic ?? 'a topic'} is deleted after ${lossText(untilRetentionMs, all)}`
}

/** "audit" 12 MB/s, "search" (9 groups) 3 MB/s: the fastest growth first. */
function lagOfEach(behind: readonly GroupReading[], all: readonly GroupReading[]): string {
  const growthOf = ({ lagGrowthBytesPerSec }: GroupReading) => lagGrowthBytesPerSec.likely
  const sorted = [...behind].sort((one, other) => growthOf(other) - growthOf(one))
  const listed = sorted.slice(0, maxListed).map((each) => `${nameOf(each, all)} ${formatByteRate(growthOf(each))}`)
  const more = sorted.length - listed.length
  return `${listed.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
}

/** Headroom, smallest size, fewest partitions, client hosts and requests. */
export function recommendationFacts({ prediction, unitName, noSize }: SizedPrediction): Block {
  const { minimumPartitions, clientHosts, lag, requestsPerSec } = prediction
  return facts([
    ['Headroom', headroomText(prediction)],
    ...chanceFacts(prediction),
    ...(lag ? [['Growth of the lag', lagText(lag, prediction.consumerGroups ?? [])] satisfies Fact] : []),
    ['Smallest size', smallestSizeText({ prediction, unitName, noSize })],
    ...minimumPartitions.map(
      ({ topic, partitions, formula }): Fact => [
        `Fewest partitions of ${topic}`,
        [`${formatCount(partitions)}, ${fullText(1)}: `, span('formula', formula)],
      ],
    ),
    ...(clientHosts === undefined || clientHosts === null
      ? []
      : [
          [
            'Client hosts',
            [`${formatCount(clientHosts.hosts)}: `, span('formula', clientHosts.formula)],
          ] satisfies Fact,
        ]),
    ['Requests', `${formatCount(requestsPerSec)} requests/s at the achievable load`],
  ])
}

function smallestSizeText({ prediction, unitName, noSize }: SizedPrediction): string {
  const { smallest } = prediction
  return smallest === null ? noSizeText(noSize) : smallestText(smallest, unitName)
}

/** The chance that the load is met, and the least certain law. Empty if limits are declared. */
export function chanceFacts(prediction: ChanceAnswer): Fact[] {
  const { chanceMet, isFeasible } = prediction
  // A refusal is certain, so no chance is stated.
  if (chanceMet == null || !isFeasible) return []
  const reason = chanceReason(prediction)
  const cause = reason === null ? '' : `; ${reason.kind === 'law' ? 'least sure is' : 'too much for'} ${reason.what}`
  return [[chanceLabel, `${chanceText(chanceMet)}${cause}`]]
}

/** Advice, the most useful first. No section if the deployment fits the workload. */
export function adviceSections({ prediction, unitName }: Pick<SizedPrediction, 'prediction' | 'unitName'>): Section[] {
  const advice = adviceOf(prediction, unitName)
  return advice.length === 0 ? [] : [{ id: 'advice', title: 'What to do', marks: [], blocks: [list(advice)] }]
}

/** Steps that occur within 10 % more load, nearest first. No section if there are none. */
export function cliffSections({ cliffs = [] }: Pick<Prediction, 'cliffs'>): Section[] {
  const content = list(cliffs.map(({ text }) => text))
  return cliffs.length === 0 ? [] : [{ id: 'cliffs', title: 'Just above this load', marks: [], blocks: [content] }]
}

/** The causes of the band's width, and the band of each law. Empty if nothing widens the band. */
export function bandSections({ band, laws = [] }: Pick<Prediction, 'band' | 'laws'>): Section[] {
  const terms = band.filter(({ lowFactor, likelyFactor, highFactor }) =>
    [lowFactor, likelyFactor, highFactor].some((factor) => factor !== 1),
  )
  if (terms.length === 0) return []
  const rows = terms.map(({ id, lowFactor, likelyFactor, highFactor, reason, isAssumption }) => [
    textCell([termName(id), isAssumption && [' ', span('mark', 'assumption')], span('line', span('quiet', reason))]),
    ...[lowFactor, likelyFactor, highFactor].map((factor) => numberCell(factorPercent(factor))),
  ])
  const headings = [textCell('Cause'), numberCell('Low'), numberCell('Likely'), numberCell('High')]
  const content = table('Each cause as a share of the likely value', headings, rows)
  const blocks = laws.length === 0 ? [content] : [content, lawTable(laws)]
  return [{ id: 'band', title: 'What makes the band wide', marks: [], isDetail: true, blocks }]
}

/** The limit of each law of hosts, as factors on the offered load. */
function lawTable(laws: readonly LawTerm[]): Block {
  const factor = (value: number) => numberCell(`×${factorDigits(value)}`)
  return table(
    'What each law of the hosts carries, as a factor on the offered load: nine of ten clusters',
    [textCell('Law'), ...['Low', 'Likely', 'High', 'Chance'].map(numberCell)],
    laws.map(({ law, headroom, lowFactor, highFactor, chanceMet, reason }) => [
      textCell([lawLabels[law], span('line', span('quiet', reason))]),
      ...[factor(headroom * lowFactor), factor(headroom), factor(headroom * highFactor)],
      numberCell(chanceText(chanceMet)),
    ]),
  )
}

/** A percentage with one decimal, so that 99.8 % is not shown as 100 %. */
function factorPercent(factor: number): string {
  return `${groupDigits(factor * 100, 1)} %`
}

function termName(id: string): string {
  return upperFirst(id.replaceAll('-', ' '))
}
