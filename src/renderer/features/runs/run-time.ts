const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A date and time in the time zone of this machine: "21 Nov 2026, 16:20". */
export function runTime(epochMs: number): string {
  return timeFormat.format(epochMs)
}
