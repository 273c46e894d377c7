/**
 * Describes errors as document content: message, places, remedy.
 */
import type { AppErrorData } from '../contracts/app-error.ts'
import { type Content, span } from './document.ts'

/** The remedy, followed by its command or view if it names one. Null if there is no remedy. */
export function remedyContent({ remedy, action }: Pick<AppErrorData, 'remedy' | 'action'>): Content {
  if (remedy === null || action === undefined) return remedy
  return [remedy, ' ', { kind: 'command', ...action }]
}

/** An error's message, its problems (one per line) and its remedy. */
export function errorContent(error: AppErrorData): Content {
  const problems = error.problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
  return [
    error.message,
    ...problems.map((problem) => span('line', span('quiet', problem))),
    error.remedy !== null && span('line', span('quiet', remedyContent(error))),
  ]
}
