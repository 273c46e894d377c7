/**
 * What a component knows of the answer to a call of the workbench. Its input may change while an answer is on its way; until
 * the new answer is there, the earlier one may be shown. Pure.
 */
import type { Outcome } from '../../contracts/app-error.ts'

/** The known outcome of a call, and whether it belongs to the current input. */
export interface Answer<T> {
  /** Null if there is no input, before the first outcome, and if the only known outcome is about another subject. */
  readonly outcome: Outcome<T> | null
  /** False while the outcome belongs to an earlier input, and while there is none. */
  readonly isCurrent: boolean
}

/** The outcome of an earlier input, and what that input was about (`subject` in `use-answer.ts`). */
export interface EarlierOutcome<T> {
  readonly subject: string
  readonly outcome: Outcome<T>
}

/** No outcome is known. */
export const noAnswer: Answer<never> = { outcome: null, isCurrent: false }

/** The outcome of the current input or, while it is null, the earlier outcome if that is about the same subject. */
export function answerOf<T>(outcome: Outcome<T> | null, subject: string, earlier: EarlierOutcome<T> | null): Answer<T> {
  if (outcome !== null) return { outcome, isCurrent: true }
  return earlier?.subject === subject ? { outcome: earlier.outcome, isCurrent: false } : noAnswer
}
