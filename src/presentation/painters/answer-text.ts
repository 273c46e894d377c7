import type { Answer } from '../document.ts'

/** The sentence of an answer, followed by the sentences that support it. */
export function answerText({ sentence, reason = '' }: Answer): string {
  return reason === '' ? sentence : `${sentence} ${reason}`
}
