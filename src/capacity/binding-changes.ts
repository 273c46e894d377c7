/**
 * Finds where the binding limit changes along a sweep, and words each change.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { refusalText } from '../contracts/refusal-text.ts'
import { joinNames } from '../units/join-names.ts'
import { exactDigits } from '../units/number-text.ts'
import { limitName } from './explain-prediction.ts'
import type { SweepPoint } from './sweep.ts'
import type { SweepAxis } from './sweep-axis.ts'

/** A place in a sweep from which another constraint binds. */
export type BindingChange = {
  /** Index of the first point after the change. */
  readonly index: number
  readonly sentence: string
}

type Known = Extract<SweepPoint, { ok: true }>

/**
 * Finds where the binding limit changes along the last axis while the other axes stay the same. Each change is a
 * sentence.
 */
export function bindingChanges(axes: readonly SweepAxis[], points: readonly SweepPoint[]): BindingChange[] {
  const rowLength = axes.at(-1)?.values.length ?? 1
  const found: BindingChange[] = []
  for (const [index, point] of points.entries()) {
    const before = index % rowLength === 0 ? undefined : points[index - 1]
    if (before === undefined || !before.ok || !point.ok || stateOf(before) === stateOf(point)) continue
    found.push({ index, sentence: `${whereText(axes, before, point)} ${changeText(before, point)}` })
  }
  return found
}

/** Names the binding limits: "ingress and egress", "ingress of the fullest partition (orders)". */
export function describeBinding(binding: Readonly<Prediction['binding']>): string {
  const byDimension = new Map<string, string[]>()
  for (const { id, dimension, layer } of binding) {
    const name = limitName({ dimension, layer })
    const of = layer === 'partition' || layer === 'client' ? [id.slice(id.lastIndexOf(':') + 1)] : []
    byDimension.set(name, [...(byDimension.get(name) ?? []), ...of])
  }
  return joinNames([...byDimension].map(([name, of]) => (of.length === 0 ? name : `${name} (${fewNames(of)})`)))
}

function fewNames(names: readonly string[]): string {
  return names.length <= 2 ? names.join(', ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}

function stateOf(point: Known): string {
  return `${point.isFeasible ? '' : `${refusalText(point.isOverGuideline)} `}${point.binding.map(({ id }) => id).join(' ')}`
}

function whereText(axes: readonly SweepAxis[], before: Known, point: Known): string {
  const last = axes.length - 1
  const others = axes.slice(0, last).map((axis, index) => `${axis.path} = ${valueText(point.values[index])}`)
  const prefix = others.length === 0 ? '' : `With ${joinNames(others)}: `
  const from = valueText(before.values[last])
  return `${prefix}${axes[last]?.path ?? ''} from ${from} to ${valueText(point.values[last])}:`
}

function changeText(before: Known, point: Known): string {
  if (!point.isFeasible) {
    const reason = point.refusals[0] ?? ''
    const word = refusalText(point.isOverGuideline)
    const wasTheSame = !before.isFeasible && before.isOverGuideline === point.isOverGuideline
    return wasTheSame ? `${word} for another reason. ${reason}` : `from here on ${word}. ${reason}`
  }
  const binding = describeBinding(point.binding)
  if (!before.isFeasible) return `no longer ${refusalText(before.isOverGuideline)}; the binding limit is ${binding}.`
  return `the binding limit changes from ${describeBinding(before.binding)} to ${binding}.`
}

/** Formats a value of an axis for people. */
export function valueText(value: unknown): string {
  if (typeof value === 'number') return exactDigits(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
