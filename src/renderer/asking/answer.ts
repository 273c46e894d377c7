/**
 * What a component knows of an answer, while inputs change and answers take a while. Pure.
 */
import type { Outcome } from '../../contracts/app-error.ts'

/** What is known of an answer. */
export interface Answer<T> {
  /** Null before the first answer, without an input, and if the last answer is about something else. */
  readonly outcome: Outcome<T> | null
  /** False while the outcome is still that of an earlier input. */
  readonly isCurrent: boolean
}

/** The outcome of the last input that was answered. */
export interface EarlierOutcome<T> {
  readonly subject: string
  readonly outcome: Outcome<T>
}

/** Nothing is known. */
export const noAnswer: Answer<never> = { outcome: null, isCurrent: false }

/** The outcome of the present input; until it is known, the earlier one if it is about the same subject. */
export function answerOf<T>(outcome: Outcome<T> | null, subject: string, earlier: EarlierOutcome<T> | null): Answer<T> {
  if (outcome !== null) return { outcome, isCurrent: true }
  return earlier?.subject === subject ? { outcome: earlier.outcome, isCurrent: false } : noAnswer
}
