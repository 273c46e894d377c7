/**
 * Functions of the normal distribution. They estimate the load of the hottest of many partitions.
 */

/**
 * Quantile of the standard normal distribution for 0 < p < 1 (P. J. Acklam's rational approximation, error below
 * 1.2e-9).
 */
export function normalQuantile(p: number): number {
  const low = 0.02425
  if (p < low) return -tailQuantile(p)
  if (p > 1 - low) return tailQuantile(1 - p)
  const q = p - 0.5
  const r = q * q
  const top =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239
  const bottom =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1
  return (top * q) / bottom
}

/** Density of the standard normal distribution. */
function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)
}

/**
 * Cumulative distribution function of the standard normal distribution (Abramowitz and Stegun 26.2.17, error below
 * 7.5e-8).
 */
function normalCumulative(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    normalDensity(x) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x >= 0 ? 1 - tail : tail
}

/** Expected largest of `count` independent standard normal values (Harter: median rank of the mean, 0.5264^(1/n)). */
export function expectedLargest(count: number): number {
  return count <= 1 ? 0 : normalQuantile(0.5264 ** (1 / count))
}

/** Expected value of the larger of two independent normal values (Clark 1961). */
export function expectedLarger(a: { mean: number; deviation: number }, b: { mean: number; deviation: number }): number {
  const theta = Math.hypot(a.deviation, b.deviation)
  if (theta === 0) return Math.max(a.mean, b.mean)
  const alpha = (a.mean - b.mean) / theta
  return a.mean * normalCumulative(alpha) + b.mean * normalCumulative(-alpha) + theta * normalDensity(alpha)
}

/** Upper quantile: x with P(X > x) = p, for small p. */
function tailQuantile(p: number): number {
  const q = Math.sqrt(-2 * Math.log(p))
  const top =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
      4.374664141464968) *
      q +
    2.938163982698783
  const bottom =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1
  return -top / bottom
}
