import type { Outcome } from '../../contracts/app-error.ts'
import { errorNotice, type Notify } from './notices.tsx'

/**
 * Stores drafts in the workspace. If that fails, one notice is shown, and another one only after a success in between.
 * The user has to know, because closing the window never asks.
 */
export function draftKeeper(
  save: (text: string) => Promise<Outcome<unknown>>,
  notify: Notify,
): (text: string) => Promise<void> {
  let isTold = false
  return async (text) => {
    const outcome = await save(text)
    // The end of a workbench has its own notice, and the next workbench gets the next draft.
    if (!outcome.ok && outcome.error.code === 'INTERNAL') return
    if (!outcome.ok && !isTold) {
      const { text: problem, details = [] } = errorNotice(outcome.error)
      notify({ text: `Your input cannot be kept as a draft. ${problem}`, details, isProblem: true })
    }
    isTold = !outcome.ok
  }
}
