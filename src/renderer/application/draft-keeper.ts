import type { Outcome } from '../../contracts/app-error.ts'
import { errorNotice, type Notify } from './notices.tsx'

/**
 * Returns a function that stores a draft in the workspace. If storing fails repeatedly, only the first failure shows a
 * notice. The user has to know about it, because closing the window does not ask.
 */
export function draftKeeper(
  save: (text: string) => Promise<Outcome<unknown>>,
  notify: Notify,
): (text: string) => Promise<void> {
  let wasNotified = false
  return async (text) => {
    const outcome = await save(text)
    // The workbench stopped. That has its own notice, and the next workbench gets the next draft.
    if (!outcome.ok && outcome.error.code === 'INTERNAL') return
    if (!outcome.ok && !wasNotified) {
      const { text: problem, details = [] } = errorNotice(outcome.error)
      notify({ text: `Your input cannot be kept as a draft. ${problem}`, details, isProblem: true })
    }
    wasNotified = !outcome.ok
  }
}
