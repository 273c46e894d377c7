import fc from 'fast-check'

/** Rates and sizes over a range. Known to be wrong: nearly all are `exp(0)`, as docs/decisions/one-solution.md says. */
export function logarithmic(min: number, max: number): fc.Arbitrary<number> {
  return fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map((power) => Math.exp(power))
}

/** The same, whole numbers alone. */
export function whole(min: number, max: number): fc.Arbitrary<number> {
  return logarithmic(min, max).map((value) => Math.round(value))
}

/** A field that most scenarios leave out. */
export function sometimes<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
}
