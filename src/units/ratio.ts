import { groupDigits } from './number-text.ts'

/** A ratio as percent, for text only: 0.04 is "4 %". Below 10 % with one decimal where it is not whole. */
export function formatPercent(ratio: number): string {
  const percent = ratio * 100
  if (percent > 0 && percent < 0.05) return '< 0.1 %'
  return `${groupDigits(percent, Math.abs(percent) < 9.95 ? 1 : 0)} %`
}

/** A factor to read: "3.2 times". */
export function formatFactor(factor: number): string {
  return `${groupDigits(factor, factor < 10 ? 2 : factor < 100 ? 1 : 0)} times`
}
