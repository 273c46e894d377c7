/**
 * Moves the focus to a field of the form: opens the folds around it and scrolls to it.
 */

/** Focuses the field at a place and selects its text, as Tab does. Does nothing if the form does not show that field. */
export function focusField(place: string): void {
  const field = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)
  if (field === null) return
  for (let fold = field.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  field.scrollIntoView({ block: 'center' })
  field.focus()
  if (field instanceof HTMLInputElement) field.select()
}
