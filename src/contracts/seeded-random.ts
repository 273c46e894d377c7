/**
 * Creates a generator of uniform numbers in [0, 1) from a seed: mulberry32. Its 32 bits of state are enough for keys, bytes of
 * records and the order of runs. engine/random.c has the same, so that both loops make the same records.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
