import type { AppErrorData, RemedyAction } from '../../contracts/app-error.ts'

/** Where the window does what a command does: "in Runs". */
export function viewText({ view }: RemedyAction): string {
  return `in ${view}`
}

/** What to do about an error, with the view that does it; null if nothing can be done. */
export function remedyText({ remedy, action }: Pick<AppErrorData, 'remedy' | 'action'>): string | null {
  return remedy === null || action === undefined ? remedy : `${remedy} ${viewText(action)}.`
}
