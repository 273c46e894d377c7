/**
 * Words two rates whose quotient a formula rounds up to a count, so that the shown figures give the shown count: 36.004 MB/s
 * over 4 MB/s is 10, which "36 MB/s" over "4 MB/s" would not be.
 */
import { byteRateQuantity, formatByteRate, parseByteRate } from '../units/byte-rate.ts'
import { groupDigits } from '../units/number-text.ts'

/** Decimals that are tried after the usual ones. */
const moreDecimals = [2, 3, 4, 5, 6] as const

/** Both rates as text, each with no more digits than the count needs. `countOf` computes the count from two rates in bytes/s. */
export function shownQuotient(
  bytesPerSec: number,
  eachBytesPerSec: number,
  countOf: (bytesPerSec: number, eachBytesPerSec: number) => number,
): { readonly rate: string; readonly each: string } {
  const count = countOf(bytesPerSec, eachBytesPerSec)
  const each = textWith(eachBytesPerSec, (shown) => countOf(bytesPerSec, shown) === count)
  const shownEach = bytesPerSecOf(each) ?? eachBytesPerSec
  return { rate: textWith(bytesPerSec, (shown) => countOf(shown, shownEach) === count), each }
}

/** The rate with the fewest decimals with which it is enough; with the most if none is. */
function textWith(bytesPerSec: number, isEnough: (shown: number) => boolean): string {
  let text = formatByteRate(bytesPerSec)
  const { unit } = byteRateQuantity(bytesPerSec)
  const factor = bytesPerSecOf(`1 ${unit}`) ?? 1
  for (const decimals of moreDecimals) {
    const shown = bytesPerSecOf(text)
    if (shown !== null && isEnough(shown)) return text
    text = `${groupDigits(bytesPerSec / factor, decimals)} ${unit}`
  }
  return text
}

function bytesPerSecOf(text: string): number | null {
  const reading = parseByteRate(text)
  return reading.ok ? reading.value : null
}
