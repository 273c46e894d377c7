/**
 * Shuffles items with a seed: Fisher and Yates' shuffle with numbers from mulberry32. A seed always gives the same order.
 */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = mulberry32(seed)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const drawn = Math.floor(random() * (last + 1))
    const [one, other] = [order[last], order[drawn]]
    if (one === undefined || other === undefined) continue
    order[last] = other
    order[drawn] = one
  }
  return order
}

/** Uniform numbers in [0, 1), with 32 bits of state, which is enough for a shuffle. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
