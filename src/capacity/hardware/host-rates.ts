/**
 * What network, volumes and disks of a host sustain, and what they burst to for how long.
 */
import type { BurstTime, Host, Volume } from '../../contracts/hardware.ts'
import type { HardwareOffering } from '../../contracts/offering.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import type { Source } from '../../contracts/source.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatDuration } from '../../units/duration.ts'

/** A rate above the sustained one, while credits last. */
export type HostBurst = {
  readonly bytesPerSec: number
  /** How long it holds from full credits, at the full rate. */
  readonly leastMs: number
  /** Left out: not published, or exactly the least. */
  readonly mostMs?: number
  /** Where the time comes from, with its numbers. */
  readonly formula: string
  readonly source: Source
}

/** A rate of a host. */
export type HostRate = { readonly sustainedBytesPerSec: number; readonly burst: HostBurst | null }

/** The rate to and from the disks of a broker, and where it comes from: "1 x gp3 volume". */
export type StorageRate = {
  readonly rate: HostRate | null
  /** True where the rate is what disks were measured to write; false where it is a published maximum. */
  readonly isMeasured: boolean
  readonly text: string
  /** Disks or volumes that make it up, each with partitions of its own; 1 where something before them is slower. */
  readonly disks: number
  /** Bytes that one broker can keep; null where it was not said. */
  readonly capacityBytes: number | null
}

const gib = 1_073_741_824

/** Each direction of the network; null where it is not published. */
export function networkRate(
  host: Host,
  { host: own }: Deployment,
  hardware: HardwareOffering['hardware'],
): HostRate | null {
  if (own !== undefined) return own.networkBytesPerSec === undefined ? null : plainRate(own.networkBytesPerSec)
  return host.network === undefined ? null : burstingRate(host.network, hardware.burstTimes?.network)
}

/** The slower of the volumes and the way to them, or the host's own disks. */
export function storageRate(host: Host, deployment: Deployment, hardware: HardwareOffering['hardware']): StorageRate {
  const { host: own } = deployment
  const volume = deployment.volume ?? defaultVolume(hardware)
  const capacityBytes = volume?.sizeBytes === undefined ? null : volume.sizeBytes * volume.count
  if (own !== undefined) {
    const rate = own.storageBytesPerSec === undefined ? null : plainRate(own.storageBytesPerSec)
    return { rate, isMeasured: true, text: 'disks as given', disks: 1, capacityBytes }
  }
  const way =
    host.volumeBandwidth === undefined ? null : burstingRate(host.volumeBandwidth, hardware.burstTimes?.volumeBandwidth)
  const kind = hardware.volumes.find((each) => each.id === volume?.type)
  if (volume !== undefined && kind !== undefined) {
    const volumes = volumesRate(kind, volume)
    const isWider = way === null || volumes.sustainedBytesPerSec <= way.sustainedBytesPerSec
    const text = isWider ? `${volume.count} x ${kind.name}` : 'volume bandwidth of the host'
    const rate = way === null ? volumes : slowerOf(volumes, way)
    return { rate, isMeasured: false, text, disks: isWider ? volume.count : 1, capacityBytes }
  }
  const local = host.localDisks
  if (local === undefined) {
    return { rate: way, isMeasured: false, text: 'volume bandwidth of the host', disks: 1, capacityBytes }
  }
  return {
    rate: plainRate(local.writeBytesPerSec),
    isMeasured: true,
    text: 'disks of the host',
    disks: local.count ?? 1,
    capacityBytes: local.capacityBytes ?? null,
  }
}

function defaultVolume({ defaultVolume: type }: HardwareOffering['hardware']): Deployment['volume'] {
  return type === undefined ? undefined : { type, count: 1 }
}

function plainRate(sustainedBytesPerSec: number): HostRate {
  return { sustainedBytesPerSec, burst: null }
}

function burstingRate(rate: NonNullable<Host['network']>, time: BurstTime | undefined): HostRate {
  const { sustainedBytesPerSec, burstBytesPerSec } = rate
  if (time === undefined || burstBytesPerSec === undefined) return plainRate(sustainedBytesPerSec)
  const { leastMs, mostMs, source } = time
  const least = formatDuration(leastMs)
  const formula =
    mostMs === undefined ? `at least ${least}` : `${least} to ${formatDuration(mostMs)}, by the size of the host`
  return {
    sustainedBytesPerSec,
    burst: { bytesPerSec: burstBytesPerSec, leastMs, ...(mostMs === undefined ? {} : { mostMs }), formula, source },
  }
}

/**
 * All volumes of a broker together. A volume on credits sustains a rate by its size, and bursts for
 * bucket / (burst - sustained); without a size, the default of its kind is taken.
 */
function volumesRate(kind: Volume, volume: NonNullable<Deployment['volume']>): HostRate {
  const { count, sizeBytes, throughputBytesPerSec } = volume
  const { credits } = kind
  if (credits === undefined || sizeBytes === undefined) {
    return plainRate(Math.min(throughputBytesPerSec ?? kind.defaultBytesPerSec, kind.mostBytesPerSec) * count)
  }
  const size = sizeBytes / gib
  const isSmall = credits.small !== undefined && sizeBytes <= credits.small.upToBytes
  const most = Math.min(
    isSmall && credits.small ? credits.small.mostBytesPerSec : kind.mostBytesPerSec,
    throughputBytesPerSec ?? Number.POSITIVE_INFINITY,
  )
  const sustained = Math.min(most, Math.max(credits.leastBytesPerSec ?? 0, credits.bytesPerSecPerGib * size))
  const burst = Math.min(most, (credits.burstBytesPerSecPerGib ?? Number.POSITIVE_INFINITY) * size)
  if (burst <= sustained) return plainRate(sustained * count)
  const bucket = credits.bucketBytes + credits.bucketBytesPerGib * size
  const leastMs = (bucket / (burst - sustained)) * 1000
  const formula = `${formatBytes(bucket)} of credits / (${formatByteRate(burst)} - ${formatByteRate(sustained)}) = ${formatDuration(leastMs)}`
  return {
    sustainedBytesPerSec: sustained * count,
    burst: { bytesPerSec: burst * count, leastMs, formula, source: credits.source },
  }
}

/** Two rates one after the other: the slower of each, and the shorter of what bursts above what lasts. */
function slowerOf(one: HostRate, other: HostRate): HostRate {
  const sustainedBytesPerSec = Math.min(one.sustainedBytesPerSec, other.sustainedBytesPerSec)
  const mostOf = ({ sustainedBytesPerSec: sustained, burst }: HostRate) => burst?.bytesPerSec ?? sustained
  const bytesPerSec = Math.min(mostOf(one), mostOf(other))
  if (bytesPerSec <= sustainedBytesPerSec) return plainRate(sustainedBytesPerSec)
  const spending = [one, other].flatMap(({ sustainedBytesPerSec: sustained, burst }) =>
    burst === null || sustained >= bytesPerSec ? [] : [burst],
  )
  const [first, second] = spending
  const shortest = second !== undefined && first !== undefined && second.leastMs < first.leastMs ? second : first
  return { sustainedBytesPerSec, burst: shortest === undefined ? null : { ...shortest, bytesPerSec } }
}
