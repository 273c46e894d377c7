/**
 * Separates the time from a unit such as "MB per second".
 */
const adverbs: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
}

/** Splits "MB per second", "events/day" and "TB daily" into unit and time. `per` is null if there is no time. */
export function splitPer(text: string): { readonly unit: string; readonly per: string | null } {
  const trimmed = text.trim()
  const adverb = /^(.*\S)\s+(hourly|daily|weekly|monthly|yearly)$/i.exec(trimmed)
  if (adverb) return { unit: adverb[1] ?? '', per: adverbs[(adverb[2] ?? '').toLowerCase()] ?? null }
  const match = /^(.*?)(?:\s*\/\s*|\s*\bper\s+|\s+a\s+|\s+an\s+)([a-zµμ]+)$/i.exec(trimmed)
  if (!match) return { unit: trimmed, per: null }
  return { unit: (match[1] ?? '').trim(), per: (match[2] ?? '').toLowerCase() }
}
