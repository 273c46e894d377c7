/**
 * Rates of a host's network, volumes and disks: sustained, and in bursts with their duration.
 */
import type { BurstTime, Host, Volume } from '../../contracts/hardware.ts'
import type { HardwareOffering } from '../../contracts/offering.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import type { Source } from '../../contracts/source.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatDuration } from '../../units/duration.ts'

/** A rate above the sustained one, available while credits last. */
export type HostBurst = {
  readonly bytesPerSec: number
  /** Shortest duration at the full rate, starting with full credits. */
  readonly leastMs: number
  /** Longest duration. Left out: not published, or the same. */
  readonly mostMs?: number
  /** The formula of the duration with its numbers. */
  readonly formula: string
  readonly source: Source
}

/** The rate of one resource of a host. */
export type HostRate = { readonly sustainedBytesPerSec: number; readonly burst: HostBurst | null }

/** The bandwidth and capacity of a broker's disks. */
export type StorageRate = {
  /** Null if it is not published. */
  readonly rate: HostRate | null
  /** True if the rate is a measured write rate of the disks; false if it is a published maximum. */
  readonly isMeasured: boolean
  /** The resource that has this rate: "1 x gp3 volume". */
  readonly text: string
  /**
   * Disks or volumes that `rate` is divided among; 1 if only the rate of all together is known, or they are one array.
   */
  readonly bandwidthDisks: number
  /**
   * `rate` / the rate of all disks together: below 1 if the host's bandwidth to its volumes is lower than that of the
   * volumes.
   */
  readonly diskShare: number
  /** Disks or volumes that `capacityBytes` is divided among. Each has a log directory. */
  readonly spaceDisks: number
  /** Bytes that one broker can store; null if the scenario does not say. */
  readonly capacityBytes: number | null
}

/** All cores of a host that sustains fewer, while CPU credits last. */
export type CpuBurst = Omit<HostBurst, 'bytesPerSec'> & { readonly cores: number }

const gib = 1_073_741_824

/**
 * The burst of a host on CPU credits; null if it sustains all cores. The bucket holds the credits earned in the time
 * for which credits are kept, so full credits last for that time x sustained / (all - sustained).
 */
export function cpuBurst(
  { cores, sustainedCores }: Host,
  { cpuCredits }: HardwareOffering['hardware'],
): CpuBurst | null {
  if (cpuCredits === undefined || sustainedCores === undefined || sustainedCores >= cores) return null
  const { keptMs, source } = cpuCredits
  const leastMs = (keptMs * sustainedCores) / (cores - sustainedCores)
  const formula = `credits of ${formatDuration(keptMs)} x ${sustainedCores} / (${cores} - ${sustainedCores}) cores = ${formatDuration(leastMs)}`
  return { cores, leastMs, formula, source }
}

/** The rates at which the network port receives and sends; null if they are not published. */
export function networkRates(
  host: Host,
  { host: own }: Deployment,
  hardware: HardwareOffering['hardware'],
): { readonly received: HostRate | null; readonly sent: HostRate | null } {
  if (own !== undefined) {
    const { networkBytesPerSec, networkOutBytesPerSec = networkBytesPerSec } = own
    return { received: givenRate(networkBytesPerSec), sent: givenRate(networkOutBytesPerSec) }
  }
  const rate = host.network === undefined ? null : burstingRate(host.network, hardware.burstTimes?.network)
  return { received: rate, sent: rate }
}

function givenRate(bytesPerSec: number | undefined): HostRate | null {
  return bytesPerSec === undefined ? null : plainRate(bytesPerSec)
}

/** The slower of the attached volumes and the host's bandwidth to them; otherwise the host's local disks. */
export function storageRate(host: Host, deployment: Deployment, hardware: HardwareOffering['hardware']): StorageRate {
  const { host: own } = deployment
  const volume = deployment.volume ?? defaultVolume(hardware)
  const capacityBytes = givenDiskBytes({ host: own, volume })
  const spaceDisks = volume?.count ?? 1
  if (own !== undefined) {
    const rate = own.storageBytesPerSec === undefined ? null : plainRate(own.storageBytesPerSec)
    return {
      rate,
      isMeasured: true,
      text: 'disks as given',
      bandwidthDisks: 1,
      diskShare: 1,
      spaceDisks,
      capacityBytes,
    }
  }
  const hostLink =
    host.volumeBandwidth === undefined ? null : burstingRate(host.volumeBandwidth, hardware.burstTimes?.volumeBandwidth)
  const kind = hardware.volumes.find((each) => each.id === volume?.type)
  if (volume !== undefined && kind !== undefined) {
    const volumes = volumesRate(kind, volume)
    const areVolumesSlower = hostLink === null || volumes.sustainedBytesPerSec <= hostLink.sustainedBytesPerSec
    const text = areVolumesSlower ? `${volume.count} x ${kind.name}` : 'volume bandwidth of the host'
    const rate = hostLink === null ? volumes : slowerOf(volumes, hostLink)
    const diskShare = rate.sustainedBytesPerSec / volumes.sustainedBytesPerSec
    return { rate, isMeasured: false, text, bandwidthDisks: volume.count, diskShare, spaceDisks, capacityBytes }
  }
  const local = host.localDisks
  if (local === undefined) {
    return {
      rate: hostLink,
      isMeasured: false,
      text: 'volume bandwidth of the host',
      bandwidthDisks: 1,
      diskShare: 1,
      spaceDisks,
      capacityBytes,
    }
  }
  return {
    rate: plainRate(local.writeBytesPerSec),
    isMeasured: true,
    text: 'disks of the host',
    bandwidthDisks: local.count ?? 1,
    diskShare: 1,
    spaceDisks: local.count ?? 1,
    capacityBytes: local.capacityBytes ?? null,
  }
}

/** Bytes that the disks of one broker hold, if the deployment says so; else null. */
export function givenDiskBytes({ host, volume }: Pick<Deployment, 'host' | 'volume'>): number | null {
  if (host?.storageBytes !== undefined) return host.storageBytes
  return volume?.sizeBytes === undefined ? null : volume.sizeBytes * volume.count
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
 * The rate of all volumes of a broker together. A volume with credits sustains a rate that depends on its size, and can
 * burst for bucket / (burst - sustained). If the size is not given, the default rate of its kind is used.
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

/**
 * The rate of two resources in series: the lower sustained rate, and the lower burst rate for the duration of the
 * shortest burst that is needed to reach it.
 */
function slowerOf(one: HostRate, other: HostRate): HostRate {
  const sustainedBytesPerSec = Math.min(one.sustainedBytesPerSec, other.sustainedBytesPerSec)
  const peakOf = ({ sustainedBytesPerSec: sustained, burst }: HostRate) => burst?.bytesPerSec ?? sustained
  const bytesPerSec = Math.min(peakOf(one), peakOf(other))
  if (bytesPerSec <= sustainedBytesPerSec) return plainRate(sustainedBytesPerSec)
  const neededBursts = [one, other].flatMap(({ sustainedBytesPerSec: sustained, burst }) =>
    burst === null || sustained >= bytesPerSec ? [] : [burst],
  )
  const [first, second] = neededBursts
  const shortest = second !== undefined && first !== undefined && second.leastMs < first.leastMs ? second : first
  return { sustainedBytesPerSec, burst: shortest === undefined ? null : { ...shortest, bytesPerSec } }
}
