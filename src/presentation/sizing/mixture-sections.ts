/**
 * Sections on several workloads that share one cluster: the share of each workload in every limit, and the size and the
 * headroom of the cluster without it.
 */

import type { Renamed } from '../../capacity/mixture/unique-names.ts'
import { demandOfCapacity } from '../../charts/constraint-labels.ts'
import { mixtureChart, type ShownLimit, sharedLimits } from '../../charts/mixture-chart.ts'
import { demandLabel } from '../../charts/shared-labels.ts'
import { shortNames } from '../../charts/short-names.ts'
import { formatValue } from '../../charts/value-format.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import type { Figures } from '../../contracts/figures.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { counted } from '../../units/count.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import {
  type Block,
  blocks,
  chart,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'

/** Headroom and smallest size of some workloads. */
type SomeWorkloads = Pick<Prediction, 'headroom' | 'smallest'>

/** The parts of a mixture that are shown. */
export interface ShownMixture {
  readonly workloads: readonly {
    readonly name: string
    readonly offered: Figures
    readonly alone: SomeWorkloads
    /** All other workloads together; null if there are none. */
    readonly withoutIt: SomeWorkloads | null
  }[]
  readonly limits: readonly ShownLimit[]
  readonly renamed: readonly Renamed[]
  readonly notModelled: readonly string[]
}

/** Input for the sentences. `smallest` is the smallest size for all workloads at the target utilisation. */
export type MixtureWording = {
  readonly prediction: Prediction
  readonly smallest: Prediction['smallest']
  readonly unitName: Offering['unitName']
}

/** The sections. A single workload has none, as its prediction says everything. */
export function mixtureSections(mixture: ShownMixture, wording: MixtureWording): Section[] {
  if (mixture.workloads.length < 2) return []
  return [
    { id: 'workloads', title: 'Each workload', marks: [], blocks: workloadBlocks(mixture, wording) },
    { id: 'parts', title: 'Who takes what', marks: [], blocks: partBlocks(mixture, wording.prediction) },
    {
      id: 'not-modelled',
      title: 'What a prediction of several workloads leaves out',
      marks: [],
      blocks: [list(mixture.notModelled)],
    },
  ]
}

function workloadBlocks({ workloads, renamed }: ShownMixture, wording: MixtureWording): Block[] {
  const rows = workloads.map(({ name, offered, alone, withoutIt }) => [
    textCell(name),
    numberCell(formatRecordRate(offered.recordsPerSec)),
    numberCell(formatByteRate(offered.ingressWireBytesPerSec)),
    numberCell(formatByteRate(offered.egressWireBytesPerSec)),
    numberCell(sizeText(alone, wording)),
    numberCell(sizeText(withoutIt ?? alone, wording)),
    numberCell(formatHeadroom((withoutIt ?? alone).headroom)),
  ])
  const headings = [
    textCell('Workload'),
    numberCell('Records'),
    numberCell('Written'),
    numberCell('Read'),
    numberCell('Size it needs alone'),
    numberCell('Size without it'),
    numberCell('Headroom without it'),
  ]
  return blocks(
    paragraph(span('strong', changeSentence(workloads, wording))),
    table('The workloads at their peaks, and what the others need', headings, rows),
    renamed.length > 0 && paragraph(renamedSentence(renamed)),
  )
}

/** At most this many names are written out. */
const maxNames = 4

function renamedSentence(renamed: ShownMixture['renamed']): string {
  const names = [...new Set(renamed.map(({ list, from }) => `${nouns[list]} ${from}`))]
  const left = names.length - maxNames
  const shown = [...names.slice(0, maxNames), ...(left > 0 ? [counted(left, 'more')] : [])].join(', ')
  const [example] = renamed
  const newName = example === undefined ? '' : `, as in ${example.to}`
  return `Several workloads use the same names (${shown}), which are treated as different: each is prefixed with the name of its workload${newName}.`
}

const nouns = { topics: 'topic', producers: 'producer', consumerGroups: 'group' } as const

/** Names the workload to move or change: the one without which the smallest size is enough. */
function changeSentence(workloads: ShownMixture['workloads'], wording: MixtureWording): string {
  const { smallest } = wording
  const now = smallest === null ? 'No size carries all of them' : `All together need ${units(smallest.size, wording)}`
  const sizes = workloads.map(({ withoutIt }) => withoutIt?.smallest?.size ?? Number.POSITIVE_INFINITY)
  const least = Math.min(...sizes)
  if (least >= (smallest?.size ?? Number.POSITIVE_INFINITY)) return `${now}, and without any one of them no less.`
  const enough = `${units(least, wording)} would be enough`
  const best = shortNames(workloads.map(({ name }) => name)).filter((_name, index) => sizes[index] === least)
  if (best.length === workloads.length) return `${now}. Without any one of them ${enough}.`
  return `${now}. The workload to change is ${best.join(' or ')}: without it ${enough}.`
}

function sizeText({ smallest }: SomeWorkloads, wording: MixtureWording): string {
  return smallest === null ? 'no size' : units(smallest.size, wording)
}

function units(size: number, { unitName }: MixtureWording): string {
  return counted(size, unitName.singular, unitName.plural)
}

/** Headroom above which the text is "no limit is near". */
const maxShownHeadroom = 1e6

function formatHeadroom(headroom: number): string {
  return headroom > maxShownHeadroom ? 'no limit is near' : formatFactor(headroom)
}

/** Limits that several workloads share, and those that bind. Every other limit belongs to one topic or client. */
function partBlocks({ workloads, limits }: ShownMixture, prediction: Prediction): Block[] {
  const names = workloads.map(({ name }) => name)
  const labels = new Map(shortNames(names).map((label, index) => [names[index] ?? label, label]))
  const shared = sharedLimits(prediction, limits)
  if (shared.length === 0) return [paragraph('No limit is shared.')]
  const rows = shared.map(({ constraint, limit, bindingText }) => [
    textCell([constraintName(constraint), bindingText !== undefined && [' ', span('mark', bindingText)]]),
    numberCell(demandOfCapacity(constraint)),
    numberCell(formatValue(constraint.utilisation, 'ratio')),
    textCell(`${partsText(limit.parts, labels)}${limit.isDivided ? ' (divided)' : ''}`),
  ])
  return blocks(
    chart('chart-mixture', mixtureChart(prediction, limits, names)),
    table(
      'Limits that the workloads share, at the offered load, with the part of each',
      [textCell('Limit'), numberCell(demandLabel), numberCell('Utilisation'), textCell('By workload')],
      rows,
    ),
    shared.some(({ limit }) => limit.isDivided) && paragraph(dividedText),
  )
}

const dividedText =
  'Divided: what the workloads demand alone does not add up there (processors, the fullest disk or broker), so the demand is divided in proportion to it.'

/** Largest first: "orders 43 %, clicks 21 %". */
function partsText(parts: ShownLimit['parts'], labels: ReadonlyMap<string, string>): string {
  const sorted = [...parts].sort((one, other) => other.utilisation - one.utilisation)
  const named = sorted
    .slice(0, maxParts)
    .map(({ workload, utilisation }) => `${labels.get(workload) ?? workload} ${formatPercent(utilisation)}`)
  const left = sorted.slice(maxParts)
  const rest = left.reduce((sum, { utilisation }) => sum + utilisation, 0)
  return [...named, ...(left.length === 0 ? [] : [`${left.length} more ${formatPercent(rest)}`])].join(', ')
}

/** Maximum number of workloads that are named with their share of a limit. The others are added up. */
const maxParts = 5
