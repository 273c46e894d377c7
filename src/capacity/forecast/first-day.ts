/**
 * Searches over the days of a forecast.
 */
import type { Direction, Piece } from './grown-scenario.ts'

/**
 * The first day on which a condition holds; null if it never does.
 *
 * @param holds the condition; once true, it must stay true while the load rises
 */
export function firstDay(
  pieces: readonly Piece[],
  direction: Direction,
  holds: (day: number) => boolean,
): number | null {
  for (const piece of pieces) {
    const found = firstInPiece(piece, direction, holds)
    if (found !== null) return found
  }
  return null
}

function firstInPiece({ first, last }: Piece, direction: Direction, holds: (day: number) => boolean): number | null {
  if (holds(first)) return first
  if (direction === 'falling') return null
  if (direction === 'mixed') {
    for (let day = first + 1; day <= last; day += 1) if (holds(day)) return day
    return null
  }
  if (!holds(last)) return null
  let [before, after] = [first, last]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (holds(middle)) after = middle
    else before = middle
  }
  return after
}

/** A value and the first day on which it holds. */
export type FromDay<T> = { readonly day: number; readonly value: T }

/**
 * The first day and every day on which a value changes. Between two of the given days it is assumed not to change back.
 */
export function changesOver<T>(
  days: readonly number[],
  valueAt: (day: number) => T,
  areSame: (one: T, other: T) => boolean,
): FromDay<T>[] {
  const found: FromDay<T>[] = []
  let before: number | null = null
  for (const day of days) {
    const value = valueAt(day)
    let last = found.at(-1)
    if (before === null) found.push({ day, value })
    while (before !== null && last !== undefined && !areSame(last.value, value)) {
      const known = last.value
      const changed: number = firstDifferent(before, day, (at) => !areSame(valueAt(at), known))
      last = { day: changed, value: valueAt(changed) }
      found.push(last)
      before = changed
    }
    before = day
  }
  return found
}

function firstDifferent(same: number, different: number, isDifferent: (day: number) => boolean): number {
  let [before, after] = [same, different]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isDifferent(middle)) after = middle
    else before = middle
  }
  return after
}
