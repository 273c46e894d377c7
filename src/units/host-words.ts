/**
 * A host in words: what it has, and what goes in and out of it.
 */
import { formatByteRate } from './byte-rate.ts'
import { formatBytes } from './bytes.ts'
import { formatCount } from './count.ts'

interface Rate {
  readonly sustainedBytesPerSec: number
  readonly burstBytesPerSec?: number | undefined
}

/** What of a host is put into words. */
export interface HostWords {
  readonly cores: number
  readonly memoryBytes?: number | undefined
  readonly network?: Rate | undefined
  readonly volumeBandwidth?: Rate | undefined
  readonly localDisks?:
    | {
        readonly writeBytesPerSec: number
        readonly capacityBytes?: number | undefined
        readonly count?: number | undefined
      }
    | undefined
}

/** Name and amount of each part; what is not published is said to be. */
export function hostRows({ cores, memoryBytes, network, volumeBandwidth, localDisks }: HostWords): [string, string][] {
  return [
    ['Processors', formatCount(cores)],
    ['Memory', memoryBytes === undefined ? unpublished : formatBytes(memoryBytes)],
    ['Network, each direction', rateText(network)],
    ['To attached volumes', rateText(volumeBandwidth)],
    ...(localDisks === undefined ? [] : [['Local disks', disksText(localDisks)] as [string, string]]),
  ]
}

const unpublished = 'not published'

function rateText(rate: Rate | undefined): string {
  if (rate === undefined) return unpublished
  const { sustainedBytesPerSec, burstBytesPerSec } = rate
  const sustained = formatByteRate(sustainedBytesPerSec)
  return burstBytesPerSec === undefined ? sustained : `${sustained}, in bursts ${formatByteRate(burstBytesPerSec)}`
}

function disksText({ writeBytesPerSec, capacityBytes, count = 1 }: NonNullable<HostWords['localDisks']>): string {
  const disks = count === 1 ? '' : `${formatCount(count)}, together `
  const size = capacityBytes === undefined ? '' : `${formatBytes(capacityBytes)}, `
  return `${disks}${size}writing ${formatByteRate(writeBytesPerSec)}`
}
