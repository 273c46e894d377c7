/**
 * Reads times of exports.
 */

/** The end of a time that states its zone. */
const zone = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i

/**
 * The time in epoch ms; NaN if the text is none. Without a time zone it is in UTC, as in the services' exports. JavaScript
 * would take it for the time zone of this machine.
 */
export function utcEpochMs(text: string): number {
  const hasClockTime = /\d:\d/.test(text)
  return Date.parse(hasClockTime && !zone.test(text.trim()) ? `${text.trim()}Z` : text)
}
