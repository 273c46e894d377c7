/**
 * Describes a host: processors, memory, network, disks.
 */
import type { Host } from '../../contracts/hardware.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatCount } from '../../units/count.ts'

/** The parts of a host that are described. */
type HostParts = Pick<Host, 'cores'> & Partial<Pick<Host, 'memoryBytes' | 'network' | 'volumeBandwidth' | 'localDisks'>>

/** Name and amount of each part. Unpublished amounts are shown as "not published". */
export function hostFacts({ cores, memoryBytes, network, volumeBandwidth, localDisks }: HostParts): [string, string][] {
  return [
    ['Processors', formatCount(cores)],
    ['Memory', memoryBytes === undefined ? unpublished : formatBytes(memoryBytes)],
    ['Network, each direction', rateText(network)],
    ['To attached volumes', rateText(volumeBandwidth)],
    ...(localDisks === undefined ? [] : [['Local disks', disksText(localDisks)] as [string, string]]),
  ]
}

const unpublished = 'not published'

function rateText(rate: Host['network'] | undefined): string {
  if (rate === undefined) return unpublished
  const { sustainedBytesPerSec, burstBytesPerSec } = rate
  const sustained = formatByteRate(sustainedBytesPerSec)
  return burstBytesPerSec === undefined ? sustained : `${sustained}, in bursts ${formatByteRate(burstBytesPerSec)}`
}

function disksText({ writeBytesPerSec, capacityBytes, count = 1 }: NonNullable<Host['localDisks']>): string {
  const disks = count === 1 ? '' : `${formatCount(count)}, together `
  const size = capacityBytes === undefined ? '' : `${formatBytes(capacityBytes)}, `
  return `${disks}${size}writing ${formatByteRate(writeBytesPerSec)}`
}
