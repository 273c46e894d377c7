/** Splits "MB per second" and "events/day" into unit and time; `per` is null where no time is named. */
export function splitPer(text: string): { readonly unit: string; readonly per: string | null } {
  const match = /^(.*?)(?:\s*\/\s*|\s*\bper\s+|\s+a\s+|\s+an\s+)([a-zµμ]+)$/i.exec(text.trim())
  if (!match) return { unit: text.trim(), per: null }
  return { unit: (match[1] ?? '').trim(), per: (match[2] ?? '').toLowerCase() }
}
