/**
 * Numbers as tools print them.
 */

/** Pattern of a number with point or comma: Java's tools print in the language of the machine that they ran on. */
export const numberPattern = String.raw`(?:\d+(?:[.,]\d+)?|NaN|Infinity|\u221e|\ufffd)`

/** The number; null if a tool divided by zero and printed "NaN" or "Infinity". */
export function toolNumber(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

/** As `toolNumber`, times a factor. */
export function scaledNumber(text: string | undefined, factor: number): number | null {
  const value = text === undefined ? null : toolNumber(text)
  return value === null ? null : value * factor
}
