/**
 * Reads numbers as tools print them.
 */

/** Pattern of a number with a decimal point or comma, because Java's tools print in the language of their machine. */
export const numberPattern = String.raw`(?:\d+(?:[.,]\d+)?|NaN|Infinity|\u221e|\ufffd)`

/** The number; null if a tool divided by zero and printed "NaN" or "Infinity". */
export function toolNumber(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

/** Like `toolNumber`, multiplied by a factor; null also if there is no text. */
export function scaledNumber(text: string | undefined, factor: number): number | null {
  const value = text === undefined ? null : toolNumber(text)
  return value === null ? null : value * factor
}
