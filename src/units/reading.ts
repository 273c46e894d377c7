/** The result of parsing a typed quantity: a value in the base unit, or a sentence that says what was expected. */
export type Reading = { readonly ok: true; readonly value: number } | { readonly ok: false; readonly problem: string }

/** A successful result; a failed one if the number in its base unit is too large to compute with, such as 1e308 PB. */
export function read(value: number): Reading {
  return Number.isFinite(value) ? { ok: true, value } : unread('The number is too large.')
}

/** A failed result. `problem` says what was found and what was expected. */
export function unread(problem: string): Reading {
  return { ok: false, problem }
}

/** The typed text in quotation marks for a message, shortened to 40 characters, or "An empty value". */
export function quoted(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' ? 'An empty value' : `"${trimmed.length > 40 ? `${trimmed.slice(0, 37)}...` : trimmed}"`
}
