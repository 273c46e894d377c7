import fc from 'fast-check'

/** Fine enough for a number over any range. */
const steps = 2 ** 30

/**
 * Rates and sizes over their whole range, small ones as often as large ones. From whole steps: `fc.double` draws from all
 * doubles alike, of which nearly all lie about 0, so that nearly every number would be 1.
 */
export function logarithmic(min: number, max: number): fc.Arbitrary<number> {
  const [low, high] = [Math.log(min), Math.log(max)]
  return fc.integer({ min: 0, max: steps }).map((step) => Math.exp(low + ((high - low) * step) / steps))
}

/** The same, whole numbers alone. */
export function whole(min: number, max: number): fc.Arbitrary<number> {
  return logarithmic(min, max).map((value) => Math.round(value))
}

/** A share of a whole, 0 and 1 among them. From whole steps, as `logarithmic`. */
export function share(): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(0, 1) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: steps }).map((step) => step / steps) },
  )
}

/** A field that most scenarios leave out. */
export function sometimes<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
}
