/**
 * Values of a scenario with their provenance.
 */
import type { ObservedFigure } from '../contracts/observation.ts'

/** A value with its provenance. `reason` says how the value was obtained, if no source states it directly. */
export interface Sourced<T = number> extends Omit<ObservedFigure, 'value' | 'source' | 'differing'> {
  readonly value: T
  readonly source: string | null
  readonly reason?: string
}

/** The fields of one entry of the scenario, each with its provenance. */
export type SourcedFields<T> = { readonly [K in keyof T]: Sourced<T[K]> }

/** A value that no source states or implies. */
export function assumed<T>(value: T, reason: string): Sourced<T> {
  return { value, how: 'assumed', source: null, span: null, relativeError: null, reason }
}

/** A name or number that follows from the observation itself, not from one figure. */
export function given<T>(value: T, reason?: string): Sourced<T> {
  const known = { value, how: 'derived', source: null, span: null, relativeError: null } as const
  return reason === undefined ? known : { ...known, reason }
}

/** A value that follows from an observed one. It counts as assumed if that one is assumed. */
export function derived<T>(value: T, from: Sourced<unknown> | ObservedFigure, reason: string): Sourced<T> {
  const how = from.how === 'assumed' ? 'assumed' : 'derived'
  return { value, how, source: from.source, span: from.span, relativeError: from.relativeError, reason }
}
