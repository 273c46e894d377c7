import type { Outcome } from '../../contracts/app-error.ts'
import { errorNotice, type Notify } from './notices.tsx'

/**
 * Returns a function that stores the text of a draft in the workspace. Of several failures in a row only the first shows a
 * notice. The user must know that the draft is not kept, because closing the window does not ask.
 */
export function draftKeeper(
  save: (text: string) => Promise<Outcome<unknown>>,
  notify: Notify,
): (text: string) => Promise<void> {
  let wasNotified = false
  return async (text) => {
    const outcome = await save(text)
    // The workbench stopped, which has a notice of its own. The next draft goes to the restarted workbench.
    if (!outcome.ok && outcome.error.code === 'INTERNAL') return
    if (!outcome.ok && !wasNotified) {
      const { text: problem, details = [] } = errorNotice(outcome.error)
      notify({ text: `Your input cannot be kept as a draft. ${problem}`, details, isProblem: true })
    }
    wasNotified = !outcome.ok
  }
}
