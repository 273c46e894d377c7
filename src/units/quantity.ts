/**
 * Numbers whose unit is still known, for texts and screens that show a unit once or in another size. Formatted text is
 * never split into number and unit again.
 */

/** A formatted number and its unit. The unit is empty for plain numbers and for words such as "none". */
export interface Quantity {
  readonly digits: string
  readonly unit: string
}

/** The quantity as text: "95 MB/s". */
export function quantityText({ digits, unit }: Quantity): string {
  return unit === '' ? digits : `${digits} ${unit}`
}

/** A number without a unit, or a word in place of a number. */
export function withoutUnit(digits: string): Quantity {
  return { digits, unit: '' }
}

/**
 * Joins two bounds to one text: "95–106 MB/s". If the units differ, each bound keeps its own. If the bounds are equal,
 * only one is given.
 */
export function joinBounds(low: Quantity, high: Quantity): string {
  const [lowText, highText] = [quantityText(low), quantityText(high)]
  if (lowText === highText) return lowText
  return low.unit === high.unit ? `${low.digits}–${highText}` : `${lowText}–${highText}`
}
