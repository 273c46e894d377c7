/**
 * Describes the chart of several workloads on one cluster: a horizontal bar for each limit that they share, made of the
 * stacked parts of the workloads.
 */
import { constraintName } from '../contracts/dimensions.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import type { Bar, ChartDescription, Series } from './chart-description.ts'
import { demandOfCapacity, shortConstraintName } from './constraint-labels.ts'
import { ratioScale, rowScale } from './scales.ts'
import { shortNames } from './short-names.ts'
import { maxParts } from './tokens.ts'
import { bindingTexts, constraintsInOrder } from './utilisation-chart.ts'
import { formatValue } from './value-format.ts'

/** The parts of one limit that the workloads use. */
export type ShownLimit = {
  readonly id: string
  /** True if the demand was divided in proportion, because the demands of the workloads alone do not add up to it. */
  readonly isDivided: boolean
  readonly parts: readonly { readonly workload: string; readonly utilisation: number }[]
}

/** A limit of the prediction with its parts. */
export type SharedLimit = {
  readonly constraint: Constraint
  readonly limit: ShownLimit
  /** "binds", "binds first"; undefined if it does not bind. */
  readonly bindingText: string | undefined
}

/** Limits that several workloads share, and those that bind, in the order of the utilisation chart. */
export function sharedLimits(prediction: Prediction, limits: readonly ShownLimit[]): SharedLimit[] {
  const limitOf = new Map(limits.map((limit) => [limit.id, limit]))
  const binding = bindingTexts(prediction)
  return constraintsInOrder(prediction).flatMap((constraint) => {
    const limit = limitOf.get(constraint.id)
    const bindingText = binding.get(constraint.id)
    const isShown = limit !== undefined && (limit.parts.length > 1 || bindingText !== undefined)
    return isShown ? [{ constraint, limit, bindingText }] : []
  })
}

/** The chart of the shared limits. If there are more workloads than colours, the last ones are drawn as one part. */
export function mixtureChart(
  prediction: Prediction,
  limits: readonly ShownLimit[],
  names: readonly string[],
): ChartDescription {
  const shared = sharedLimits(prediction, limits)
  const labels = shortNames(names)
  const longest = Math.max(0, ...shared.map(({ constraint }) => constraint.utilisation))
  const x = ratioScale('share of the limit at the offered load, if no client waits', longest)
  return {
    kind: 'utilisation',
    title: 'How full each shared limit is, by workload',
    textAlternative: describeInWords(shared, names, labels),
    x,
    y: rowScale(
      'limit',
      shared.map(({ constraint, bindingText }) => ({
        label: `${shortConstraintName(constraint)}${bindingText === undefined ? '' : ` – ${bindingText}`}`,
        detail: demandOfCapacity(constraint),
      })),
    ),
    series: seriesOf(shared, groupsOf(names, labels)),
    annotations: [{ kind: 'limit', axis: 'x', value: 1, label: 'limit', isBinding: prediction.headroom <= 1 }],
    table: {
      columns: [
        { id: 'constraint', label: 'Limit', format: 'text' },
        { id: 'utilisation', label: 'Utilisation', format: 'utilisation' },
        ...names.map((_name, index) => ({
          id: `workload-${index + 1}`,
          label: labels[index] ?? '',
          format: 'ratio' as const,
        })),
        { id: 'isDivided', label: 'Divided', format: 'text' },
      ],
      rows: shared.map(({ constraint, limit }) => [
        constraintName(constraint),
        constraint.utilisation,
        ...names.map((name) => partOf(limit, [name])),
        limit.isDivided ? 'yes' : 'no',
      ]),
    },
  }
}

/** A coloured part of each bar: one workload, or the last ones together. */
type Group = { readonly label: string; readonly names: readonly string[] }

function groupsOf(names: readonly string[], labels: readonly string[]): Group[] {
  const alone = names.length <= maxParts ? names.length : maxParts - 1
  const groups = names.slice(0, alone).map((name, index) => ({ label: labels[index] ?? name, names: [name] }))
  const rest = names.slice(alone)
  return rest.length === 0 ? groups : [...groups, { label: `${rest.length} others`, names: rest }]
}

/** The utilisation of a limit by these workloads together. */
function partOf({ parts }: ShownLimit, names: readonly string[]): number {
  return parts.reduce((sum, { workload, utilisation }) => sum + (names.includes(workload) ? utilisation : 0), 0)
}

function seriesOf(shared: readonly SharedLimit[], groups: readonly Group[]): Series[] {
  const filled = shared.map(() => 0)
  return groups.map(({ label, names }, part) => {
    const isLast = part === groups.length - 1
    const bars = shared.map(({ constraint, limit, bindingText }, row): Bar => {
      const from = filled[row] ?? 0
      const value = partOf(limit, names)
      filled[row] = from + value
      const text = isLast ? formatValue(constraint.utilisation, 'utilisation') : ''
      return { row, from, value, isBinding: bindingText !== undefined, text }
    })
    return { kind: 'bars', id: `part-${part + 1}`, label, part, bars }
  })
}

function describeInWords(shared: readonly SharedLimit[], names: readonly string[], labels: readonly string[]): string {
  if (shared.length === 0) return 'The workloads share no limit.'
  const rows = shared.map(({ constraint, limit }) => {
    const parts = names.map((name, index) => `${labels[index]} ${formatValue(partOf(limit, [name]), 'ratio')}`)
    return `${shortConstraintName(constraint)} ${formatValue(constraint.utilisation, 'utilisation')} (${parts.join(', ')})`
  })
  return `Utilisation at the offered load of all workloads, with the part of each: ${rows.join('; ')}.`
}
