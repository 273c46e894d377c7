/**
 * Finds out whether a list writes decimals as "4.5" or, as in much of Europe, as "4,5".
 *
 * "1.500" and "1,500" do not show which, because the dot or comma may separate thousands. Then the list's other cells decide.
 */
import { isDottedThousands } from '../units/number-text.ts'

/** A list's decimal mark; `mixed` with an example of each if the list has both; null if no cell shows it. */
export type DecimalMark = '.' | ',' | { readonly mixed: readonly [withComma: string, withDot: string] } | null

/**
 * Matches a comma that cannot separate thousands: after a zero, not followed by exactly three digits, or after dotted
 * thousands.
 */
const decimalComma = /^\+?(?:0,\d+|\d+,(?!\d{3}(?!\d))\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{4,},\d+)(?![\d.,])/
const decimalDot = /^\+?(?:0\.\d+|\d+\.(?!\d{3}(?!\d))\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{4,}\.\d+)(?![\d.,])/
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

/** What a cell such as "5.000" may mean in a list that does not show its decimal mark; null for any other cell. */
export function unclearDecimals(cell: string): string | null {
  if (!isDottedThousands(cell)) return null
  const number = /^\s*(\+?\d+)\.(\d{3})/.exec(cell)
  const [whole = '', decimals = ''] = number?.slice(1) ?? []
  const shorter = decimals.replace(/0{1,2}$/, '')
  // Three decimals would be as unclear as before.
  const decimal = shorter.length === 3 ? `${shorter}0` : shorter
  return `"${whole}.${decimals}" can mean thousands or decimals, and no other cell of the list shows which; write ${whole},${decimals} or ${whole}.${decimal}`
}

/** Rewrites a number of a list with decimal dots, "5.000 MB/s", so that its dot cannot separate thousands: "5.0000 MB/s". */
export function withClearDot(cell: string): string {
  return isDottedThousands(cell) ? cell.replace(/\.\d{3}/, '$&0') : cell
}

/** Rewrites a number with a decimal comma, "1.234,5 MB/s", in the form that the parsers accept: "1234.5 MB/s". */
export function withDecimalDot(cell: string): string {
  return cell.replace(/^\+?\d[\d.,]*/, (number) => number.replaceAll('.', '').replace(',', '.'))
}
