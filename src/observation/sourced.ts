/**
 * Values of a scenario with their provenance.
 */
import type { ObservedFigure } from '../contracts/observation.ts'

/** A value with where it comes from; `reason` where it does not stand in a source as it is. */
export interface Sourced<T = number> extends Omit<ObservedFigure, 'value' | 'source' | 'differing'> {
  readonly value: T
  readonly source: string | null
  readonly reason?: string
}

/** The fields of one entry of the scenario, each with its provenance. */
export type SourcedFields<T> = { readonly [K in keyof T]: Sourced<T[K]> }

/** A value that nothing states. */
export function assumed<T>(value: T, reason: string): Sourced<T> {
  return { value, how: 'assumed', source: null, span: null, relativeError: null, reason }
}

/** A name, or a number that follows from the observation itself. */
export function given<T>(value: T, reason?: string): Sourced<T> {
  const known = { value, how: 'derived', source: null, span: null, relativeError: null } as const
  return reason === undefined ? known : { ...known, reason }
}

/** A value that follows from an observed one. */
export function derived<T>(value: T, from: Sourced<unknown> | ObservedFigure, reason: string): Sourced<T> {
  const how = from.how === 'assumed' ? 'assumed' : 'derived'
  return { value, how, source: from.source, span: from.span, relativeError: from.relativeError, reason }
}
