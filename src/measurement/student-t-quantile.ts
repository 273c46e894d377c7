/**
 * Quantiles of Student's t, from the table of the NIST/SEMATECH e-Handbook, 1.3.6.7.2.
 */

/** Two-sided confidence levels: 95 % for intervals, 99 % to distinguish a trend from noise. */
export type ConfidenceLevel = '95 %' | '99 %'

const byDegrees: Readonly<Record<ConfidenceLevel, readonly number[]>> = {
  '95 %': [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
    2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
  ],
  '99 %': [
    63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.25, 3.169, 3.106, 3.055, 3.012, 2.977, 2.947, 2.921,
    2.898, 2.878, 2.861, 2.845, 2.831, 2.819, 2.807, 2.797, 2.787, 2.779, 2.771, 2.763, 2.756, 2.75,
  ],
}

/** Quantiles of the normal distribution, which t approaches with many degrees of freedom. */
const normal: Readonly<Record<ConfidenceLevel, number>> = { '95 %': 1.96, '99 %': 2.576 }

/** Half width of the interval in standard errors; infinite with less than one degree of freedom. */
export function studentT(level: ConfidenceLevel, degreesOfFreedom: number): number {
  if (degreesOfFreedom < 1) return Number.POSITIVE_INFINITY
  const table = byDegrees[level]
  const exact = table[Math.floor(degreesOfFreedom) - 1]
  if (exact !== undefined) return exact
  // Beyond the table, the distance of t to the normal distribution falls as 1 / degrees, with an error below 0.2 %.
  const last = table.at(-1) ?? normal[level]
  return normal[level] + ((last - normal[level]) * table.length) / degreesOfFreedom
}
