/**
 * Compares dates of sources with today.
 */

/** True if a date (`2027-03` or `2027-03-20`) is after `today` (`2026-11-23`). A month is compared with the current month. */
export function isAfterDay(date: string, today: string): boolean {
  return date > today.slice(0, date.length)
}

/**
 * True if a date (`2026-08` or `2026-08-20`) is more than a year before `today` (`2026-11-23`). A month counts as its
 * last day, so that a source never counts as older than it is.
 */
export function isOlderThanAYear(date: string, today: string): boolean {
  const yearLater = `${String(Number(date.slice(0, 4)) + 1).padStart(4, '0')}${date.slice(4)}`
  return yearLater < today.slice(0, date.length)
}
