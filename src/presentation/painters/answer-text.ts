import type { Answer } from '../document.ts'

/** The sentence of an answer and what supports it, one after the other. */
export function answerText({ sentence, reason = '' }: Answer): string {
  return reason === '' ? sentence : `${sentence} ${reason}`
}
