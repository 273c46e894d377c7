/**
 * Shortens the texts of an error that quotes what somebody gave, such as the id of a run with 100,000 characters.
 */
import type { AppErrorData } from '../contracts/app-error.ts'
import { formatCount } from '../units/count.ts'

/** Longer than any path and address that people read. */
const maxWordLength = 500
/** Number of characters that a longer word keeps. */
const keptWordLength = 200
/** An error may quote several lines of another program. */
const maxTextLength = 10_000

/** The error with bounded texts. Its code and the number of its problems stay the same. */
export function boundedError(error: AppErrorData): AppErrorData {
  return {
    ...error,
    message: boundedText(error.message),
    remedy: error.remedy === null ? null : boundedText(error.remedy),
    problems: error.problems.map(({ place, message }) => ({
      place: boundedText(place),
      message: boundedText(message),
    })),
  }
}

function boundedText(text: string): string {
  if (text.length <= maxWordLength) return text
  const words = text.replace(/\S+/g, boundedWord)
  return words.length <= maxTextLength ? words : `${words.slice(0, maxTextLength - 1)}…`
}

function boundedWord(word: string): string {
  if (word.length <= maxWordLength) return word
  return `${word.slice(0, keptWordLength)}… (${formatCount(word.length)} characters)`
}
