/**
 * Formats ingress and egress rates as text.
 */
import { formatByteRate } from '../units/byte-rate.ts'

/** "50 MB/s in and 100 MB/s out"; "50 MB/s in" without consumers. Rates in bytes per second. */
export function inAndOutText(inBytesPerSec: number, outBytesPerSec: number): string {
  const rateIn = `${formatByteRate(inBytesPerSec)} in`
  return outBytesPerSec === 0 ? rateIn : `${rateIn} and ${formatByteRate(outBytesPerSec)} out`
}
