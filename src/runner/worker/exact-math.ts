/**
 * Logarithm and powers that are the same to the last bit as those of engine/exact-math.c: both use only operations that
 * IEEE 754 rounds exactly, in the same order. JavaScript's own functions differ from C's in the last digits, and a key
 * could then differ between the loops. They are exact to about 15 digits.
 */

const logOf2 = Math.LN2
const rootOf2 = Math.SQRT2
const logTerms = 12
const expTerms = 14
const exponentBias = 1023
/** Lowest bit of the exponent in the upper half of a double. */
const exponentUnit = 0x100000

const memory = new DataView(new ArrayBuffer(8))

/** Natural logarithm of a positive, normal number. */
export function exactLog(x: number): number {
  memory.setFloat64(0, x)
  const upper = memory.getUint32(0)
  let exponent = Math.floor(upper / exponentUnit) - exponentBias
  memory.setUint32(0, (upper % exponentUnit) + exponentBias * exponentUnit)
  let fraction = memory.getFloat64(0)
  if (fraction > rootOf2) {
    fraction /= 2
    exponent += 1
  }
  // log f = 2 (s + s³/3 + s⁵/5 + …) with s = (f - 1) / (f + 1), which is at most 0.172.
  const s = (fraction - 1) / (fraction + 1)
  const square = s * s
  let sum = 0
  for (let term = logTerms; term >= 0; term -= 1) sum = sum * square + 1 / (2 * term + 1)
  return exponent * logOf2 + 2 * s * sum
}

/** e to the power of x: 0 below -708, infinity above 709. */
export function exactExp(x: number): number {
  if (x < -708) return 0
  if (x > 709) return Number.POSITIVE_INFINITY
  const twos = Math.floor(x / logOf2 + 0.5)
  const rest = x - twos * logOf2
  let sum = 1
  for (let term = expTerms; term >= 1; term -= 1) sum = 1 + (sum * rest) / term
  memory.setFloat64(0, 0)
  memory.setUint32(0, (twos + exponentBias) * exponentUnit)
  return sum * memory.getFloat64(0)
}

/** A number of at least 0 to any power. */
export function exactPower(base: number, exponent: number): number {
  if (base > 0) return exactExp(exponent * exactLog(base))
  return exponent > 0 ? 0 : Number.POSITIVE_INFINITY
}
