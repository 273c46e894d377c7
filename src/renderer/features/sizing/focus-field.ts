/**
 * Brings the reader to a field of the form: unfolds what hides it, scrolls to it, gives it the focus.
 */

/** The place that a path of a prediction means: `workload.producers.0.keys` is `workload.producers[0].keys`. */
export function placeOfPath(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** Focuses the field at a place; nothing happens where the form shows none. */
export function focusField(place: string): void {
  const field = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)
  if (field === null) return
  for (let fold = field.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  field.scrollIntoView({ block: 'center' })
  field.focus()
}
