/**
 * Seeded random numbers. The same seed gives the same keys and payloads, in both loops (engine/random.c).
 */
import { exactExp, exactLog, exactPower } from './exact-math.ts'

/** Computes a 32-bit hash of a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/**
 * Creates a generator of ranks from 1 to `distinct` with weights 1 / rank^exponent. Time and memory do not depend on
 * the number of ranks.
 *
 * Method: W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete
 * distributions", ACM TOMACS 6 (1996).
 */
export function createZipf(distinct: number, exponent: number, random: () => number): () => number {
  const isHarmonic = Math.abs(1 - exponent) < 1e-9
  const integral = (x: number) => (isHarmonic ? exactLog(x) : (exactPower(x, 1 - exponent) - 1) / (1 - exponent))
  const inverse = (y: number) =>
    isHarmonic ? exactExp(y) : exactPower(Math.max(0, 1 + y * (1 - exponent)), 1 / (1 - exponent))
  const low = integral(1.5) - 1
  const high = integral(distinct + 0.5)
  const squeeze = 2 - inverse(integral(2.5) - exactPower(2, -exponent))
  return () => {
    for (;;) {
      const drawn = high + random() * (low - high)
      const x = inverse(drawn)
      const rank = Math.min(distinct, Math.max(1, Math.floor(x + 0.5)))
      if (rank - x <= squeeze || drawn >= integral(rank + 0.5) - exactPower(rank, -exponent)) return rank
    }
  }
}
