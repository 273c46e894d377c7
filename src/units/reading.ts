/** What reading a typed quantity gives: a value in the base unit, or one sentence that says what was expected. */
export type Reading = { readonly ok: true; readonly value: number } | { readonly ok: false; readonly problem: string }

/** A reading that worked. */
export function read(value: number): Reading {
  return { ok: true, value }
}

/** A reading that did not; `problem` says what was found and what was expected. */
export function unread(problem: string): Reading {
  return { ok: false, problem }
}

/** What was typed, as it stands in a sentence. */
export function quoted(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' ? 'Nothing' : `"${trimmed.length > 40 ? `${trimmed.slice(0, 37)}...` : trimmed}"`
}
