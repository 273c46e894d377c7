import type { AppErrorData, RemedyAction } from '../../contracts/app-error.ts'

/** The view that does what the command does: "in Runs". Empty if the remedy itself says what to change. */
export function viewText({ view }: RemedyAction): string {
  return view === null ? '' : `in ${view}`
}

/** What to do about an error, with the view that does it; null if nothing can be done. */
export function remedyText({ remedy, action }: Pick<AppErrorData, 'remedy' | 'action'>): string | null {
  if (remedy === null || action === undefined) return remedy
  return `${`${remedy} ${viewText(action)}`.trimEnd()}.`
}
