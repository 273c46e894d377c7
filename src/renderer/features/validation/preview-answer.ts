/**
 * How the answer of a preview stands to the request as it is now: answers take a while, and fields go on being changed. Pure.
 */
import type { Outcome } from '../../../contracts/app-error.ts'

/** What is known of what a request would do. */
export interface Preview<T> {
  /** The last answer; null before the first, without a request, and where the last one is about something else. */
  readonly outcome: Outcome<T> | null
  /** False while the answer is still one of the request as it stood a moment ago. */
  readonly isCurrent: boolean
}

/** An answer and what it is the answer to. */
export interface Answered<T> {
  readonly text: string
  readonly subject: string
  readonly outcome: Outcome<T>
}

/** How an answer stands to the request as it is now; `text` is empty where there is none. */
export function previewOf<T>(
  answered: Answered<T> | null,
  asked: { readonly text: string; readonly subject: string },
): Preview<T> {
  if (answered === null || asked.text === '' || answered.subject !== asked.subject) {
    return { outcome: null, isCurrent: false }
  }
  return { outcome: answered.outcome, isCurrent: answered.text === asked.text }
}
