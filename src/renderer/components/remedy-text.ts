import type { AppErrorData, RemedyAction } from '../../contracts/app-error.ts'

/** Where the window has the action, e.g. "in Runs". Empty if no view has it: the remedy itself says what to change. */
export function viewText({ view }: RemedyAction): string {
  return view === null ? '' : `in ${view}`
}

/** The remedy of an error, followed by the view in which to carry it out; null if there is no remedy. */
export function remedyText({ remedy, action }: Pick<AppErrorData, 'remedy' | 'action'>): string | null {
  if (remedy === null || action === undefined) return remedy
  return `${`${remedy} ${viewText(action)}`.trimEnd()}.`
}
