/** The text with no-break spaces between a number and its sign, unit or next word: "± 6 %", "< 0.1 %", "100 MB/s". */
export function withNoBreakSpaces(text: string): string {
  return text.replace(/([±×<>]) (?=\d)/g, '$1\u00a0').replace(/(\d) (?=[%a-zµ])/gi, '$1\u00a0')
}

/** The text in pieces. Those with an odd index are dates (`2026-11-23`, `2026-11`), which must not wrap. */
export function splitAtDates(text: string): string[] {
  return text.split(/(?<![\w-])(\d{4}-\d{2}(?:-\d{2})?)(?![\w-])/)
}
