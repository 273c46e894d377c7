import type { AppErrorData, RemedyAction } from '../../contracts/app-error.ts'

/** The view that has the action, e.g. "in Runs". Empty if the remedy itself says what to change. */
export function viewText({ view }: RemedyAction): string {
  return view === null ? '' : `in ${view}`
}

/** The remedy of an error, with the view that has the action; null if there is no remedy. */
export function remedyText({ remedy, action }: Pick<AppErrorData, 'remedy' | 'action'>): string | null {
  if (remedy === null || action === undefined) return remedy
  return `${`${remedy} ${viewText(action)}`.trimEnd()}.`
}
