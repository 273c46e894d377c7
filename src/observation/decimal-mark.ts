/**
 * Finds out how a list writes decimals: "4.5", or "4,5" as spreadsheets of half of Europe do.
 *
 * "1.500" and "1,500" alone say nothing, because either may be thousands. The other cells of the list decide.
 */

/** A list's decimal mark; `mixed` with one cell of each kind; null if no cell tells. */
export type DecimalMark = '.' | ',' | { readonly mixed: readonly [withComma: string, withDot: string] } | null

/** A comma that cannot separate thousands: not followed by exactly three digits, or after groups of thousands with dots. */
const decimalComma = /^\+?(?:\d+,(?!\d{3}(?!\d))\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{4,},\d+)(?![\d.,])/
const decimalDot = /^\+?(?:\d+\.(?!\d{3}(?!\d))\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{4,}\.\d+)(?![\d.,])/
/** Several groups of three with the same mark are thousands, so the other mark is the decimal one. */
const dottedThousands = /^\+?\d{1,3}(?:\.\d{3}){2,}(?![\d.,])/

/** @param cells numbers as the list has them, with or without units */
export function decimalMarkOf(cells: readonly string[]): DecimalMark {
  const withComma = cells.find((cell) => decimalComma.test(cell) || dottedThousands.test(cell))
  const withDot = cells.find((cell) => decimalDot.test(cell))
  if (withComma !== undefined && withDot !== undefined) return { mixed: [withComma, withDot] }
  if (withComma !== undefined) return ','
  return withDot === undefined ? null : '.'
}

/** A number with decimal comma, "1.234,5 MB/s", as the parsers of numbers take it: "1234.5 MB/s". */
export function withDecimalDot(cell: string): string {
  return cell.replace(/^\+?\d[\d.,]*/, (number) => number.replaceAll('.', '').replace(',', '.'))
}
