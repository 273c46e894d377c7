/**
 * The state of an answer of the workbench in a component. Inputs change while answers are on their way. Pure.
 */
import type { Outcome } from '../../contracts/app-error.ts'

/** The known outcome of a call, and whether it belongs to the current input. */
export interface Answer<T> {
  /** Null before the first outcome, without an input, and if the last outcome is about another subject. */
  readonly outcome: Outcome<T> | null
  /** False while the outcome belongs to an earlier input, and while there is none. */
  readonly isCurrent: boolean
}

/** The outcome of an earlier input. */
export interface EarlierOutcome<T> {
  readonly subject: string
  readonly outcome: Outcome<T>
}

/** No outcome is known. */
export const noAnswer: Answer<never> = { outcome: null, isCurrent: false }

/** The outcome of the current input. Until it is known, the earlier outcome if that is about the same subject. */
export function answerOf<T>(outcome: Outcome<T> | null, subject: string, earlier: EarlierOutcome<T> | null): Answer<T> {
  if (outcome !== null) return { outcome, isCurrent: true }
  return earlier?.subject === subject ? { outcome: earlier.outcome, isCurrent: false } : noAnswer
}
