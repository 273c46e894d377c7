/**
 * Finds out whether a list writes decimals as "4.5" or, as in much of Europe, as "4,5".
 *
 * "1.500" and "1,500" alone do not show it, because the mark may separate thousands. Then the list's other cells decide.
 */

/** A list's decimal mark; `mixed` with an example of each if the list has both; null if no cell shows it. */
export type DecimalMark = '.' | ',' | { readonly mixed: readonly [withComma: string, withDot: string] } | null

/** Matches a comma that cannot separate thousands: not followed by exactly three digits, or after dotted thousands. */
const decimalComma = /^\+?(?:\d+,(?!\d{3}(?!\d))\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{4,},\d+)(?![\d.,])/
const decimalDot = /^\+?(?:\d+\.(?!\d{3}(?!\d))\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{4,}\.\d+)(?![\d.,])/
/** Matches several groups of three digits with dots. They are thousands, so the comma is the decimal mark. */
const dottedThousands = /^\+?\d{1,3}(?:\.\d{3}){2,}(?![\d.,])/

/**
 * The decimal mark of a list.
 * @param cells numbers as the list has them, with or without units
 */
export function decimalMarkOf(cells: readonly string[]): DecimalMark {
  const withComma = cells.find((cell) => decimalComma.test(cell) || dottedThousands.test(cell))
  const withDot = cells.find((cell) => decimalDot.test(cell))
  if (withComma !== undefined && withDot !== undefined) return { mixed: [withComma, withDot] }
  if (withComma !== undefined) return ','
  return withDot === undefined ? null : '.'
}

/** Rewrites a number with a decimal comma, "1.234,5 MB/s", in the form that the parsers accept: "1234.5 MB/s". */
export function withDecimalDot(cell: string): string {
  return cell.replace(/^\+?\d[\d.,]*/, (number) => number.replaceAll('.', '').replace(',', '.'))
}
