import type { Outcome } from '../../contracts/app-error.ts'
import { errorNotice, type Notify } from './notices.tsx'

/**
 * Keeps drafts in the workspace; says so once where they cannot be kept, and again only after one could be. Closing never
 * asks, so whoever types has to know.
 */
export function draftKeeper(
  save: (text: string) => Promise<Outcome<unknown>>,
  notify: Notify,
): (text: string) => Promise<void> {
  let isTold = false
  return async (text) => {
    const outcome = await save(text)
    // A workbench that ended is told by itself, and the next one gets the next draft.
    if (!outcome.ok && outcome.error.code === 'INTERNAL') return
    if (!outcome.ok && !isTold) {
      const { text: problem, details = [] } = errorNotice(outcome.error)
      notify({ text: `Your input cannot be kept as a draft. ${problem}`, details, isProblem: true })
    }
    isTold = !outcome.ok
  }
}
