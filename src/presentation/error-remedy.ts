/**
 * Errors as content: what happened, where, and what to do.
 */
import type { AppErrorData } from '../contracts/app-error.ts'
import { type Content, span } from './document.ts'

/** The remedy, with the command or the view that it ends with; null if nothing can be done. */
export function remedyContent({ remedy, action }: Pick<AppErrorData, 'remedy' | 'action'>): Content {
  if (remedy === null || action === undefined) return remedy
  return [remedy, ' ', { kind: 'command', ...action }]
}

/** An error with all of its problems, each on a line of its own, and its remedy. */
export function errorContent(error: AppErrorData): Content {
  const problems = error.problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
  return [
    error.message,
    ...problems.map((problem) => span('line', span('quiet', problem))),
    error.remedy !== null && span('line', span('quiet', remedyContent(error))),
  ]
}
