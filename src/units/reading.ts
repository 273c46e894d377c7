/** The result of parsing a typed quantity: a value in the base unit, or a sentence that says what was expected. */
export type Reading = { readonly ok: true; readonly value: number } | { readonly ok: false; readonly problem: string }

/** A successful result. */
export function read(value: number): Reading {
  return { ok: true, value }
}

/** A failed result. `problem` says what was found and what was expected. */
export function unread(problem: string): Reading {
  return { ok: false, problem }
}

/** The typed text in quotation marks for a message, shortened to 40 characters, or "Nothing" if it is empty. */
export function quoted(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' ? 'Nothing' : `"${trimmed.length > 40 ? `${trimmed.slice(0, 37)}...` : trimmed}"`
}
