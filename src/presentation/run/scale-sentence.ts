/**
 * The rates of a scaled run, extrapolated to the whole load.
 */
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { formatByteRate } from '../../units/byte-rate.ts'

/**
 * "At scale 0.05 this stands for 49.8 MB/s in and 99.6 MB/s out." Empty if the run was not scaled, if it has no steady
 * window, or if its verdict is "not proven".
 */
export function scaleSentence({
  target,
  result,
  overlay,
}: Pick<MeasuredRecord, 'target' | 'result' | 'overlay'>): string {
  const steady = result?.steady
  if (steady == null || target.scale === 1 || target.scale <= 0 || overlay?.verdict === 'not-proven') return ''
  const measured = (figure: 'ingressWireBytesPerSec' | 'egressWireBytesPerSec') => {
    const compared = overlay?.comparisons.find((comparison) => comparison.figure === figure)
    return formatByteRate((compared?.measured ?? steady[figure]).mean / target.scale)
  }
  return `At scale ${target.scale} this stands for ${measured('ingressWireBytesPerSec')} in and ${measured('egressWireBytesPerSec')} out.`
}
