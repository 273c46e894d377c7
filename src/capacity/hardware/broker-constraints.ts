/**
 * Limits of the hosts that brokers run on: disk bandwidth, network in each direction, processors, disk space.
 */
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { groupDigits } from '../../units/number-text.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'
import type { ConstraintModel } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'
import { storedOnFullestDisk } from '../stored-bytes.ts'
import type { Traffic } from '../traffic.ts'
import type { BrokerHardware } from './broker-hardware.ts'
import type { BrokerLoad } from './broker-load.ts'
import type { HostRate } from './host-rates.ts'

/** One constraint for each limit that is known. Empty if the hosts are unknown, as with a managed service. */
export function brokerConstraints(situation: Situation): ConstraintModel[] {
  const { hardware } = situation
  if (hardware === null) return []
  return [
    ...bandwidthConstraints(situation, hardware),
    cpuConstraint(situation, hardware),
    ...spaceConstraints(situation, hardware),
  ]
}

type BandwidthSpec = {
  readonly dimension: 'storage-bandwidth' | 'network-in' | 'network-out'
  readonly layer: 'storage' | 'broker'
  /** The host's rates, sustained and in a burst; null if they are not published. */
  readonly rate: HostRate | null
  /** Fraction of the published rate that brokers achieve, from 0 to 1. */
  readonly efficiency: number
  /** Name of the resource in `capacityText`, for example "network". */
  readonly resourceText: string
  /** Description of the traffic in `demandText`, for example "to consumers and followers". */
  readonly trafficText: string
  /**
   * True if contention between CPU and network slows this resource. The slowdown is applied to the demand, not to the
   * capacity, so the displayed capacity does not change with the load.
   */
  readonly isContended: boolean
  /** True if the rate is a hard ceiling, like the line rate of a port. Disks can exceed theirs briefly, because of caches. */
  readonly isLineRate: boolean
  /** Bytes/s on the busiest broker. For disks, the bytes/s of its busiest disk times its number of disks. */
  readonly demandOf: (load: BrokerLoad) => number
  /** How much busier the busiest disk is than the average disk. Left out: 1. */
  readonly diskSkew?: (load: BrokerLoad) => number
}

function bandwidthConstraints(situation: Situation, hardware: BrokerHardware): ConstraintModel[] {
  const { parameters, networkIn, networkOut, storage, storageText } = hardware
  const network = {
    layer: 'broker',
    efficiency: parameters.networkEfficiency,
    resourceText: 'network',
    isContended: true,
    isLineRate: true,
  } as const
  const specs: readonly BandwidthSpec[] = [
    {
      dimension: 'storage-bandwidth',
      layer: 'storage',
      rate: storage,
      efficiency: hardware.storageEfficiency,
      resourceText: storageText,
      trafficText: hasLaggingConsumers(situation)
        ? 'of disk writes plus reads by lagging consumers'
        : 'of disk writes by leaders and followers',
      isContended: false,
      isLineRate: false,
      demandOf: (load) => load.storageBytesPerSec,
      diskSkew: (load) => load.storageBytesPerSec / (load.writtenBytesPerSec + load.diskReadBytesPerSec),
    },
    {
      ...network,
      dimension: 'network-in',
      rate: networkIn,
      trafficText: 'from producers and leaders',
      demandOf: (load) => load.inBytesPerSec,
    },
    {
      ...network,
      dimension: 'network-out',
      rate: networkOut,
      trafficText: 'to consumers and followers',
      demandOf: (load) => load.outBytesPerSec,
    },
  ]
  const models: ConstraintModel[] = []
  for (const spec of specs) {
    if (spec.rate !== null) models.push(bandwidthConstraint(spec, spec.rate, situation, hardware))
  }
  return models
}

/**
 * Builds the constraint for one bandwidth: disks, network in or network out. Its capacity is the host's
 * sustained rate x `capacityScale` x the efficiency. The scale is 1 for all but scaled-down embedded clusters.
 */
function bandwidthConstraint(
  spec: BandwidthSpec,
  rate: HostRate,
  { context }: Situation,
  hardware: BrokerHardware,
): ConstraintModel {
  const scaledRate = rate.sustainedBytesPerSec * context.capacityScale
  const capacity = scaledRate * spec.efficiency
  const contentionAt = (load: BrokerLoad) => (spec.isContended ? load.contentionFactor : 1)
  return {
    id: spec.dimension,
    dimension: spec.dimension,
    layer: spec.layer,
    kind: 'physical',
    capacity,
    unit: 'bytes/s',
    source: hardware.source,
    mayBurst: false,
    hostBurst: hostBurstOf(rate, spec.efficiency * context.capacityScale),
    line: spec.isLineRate ? lineRateOf(spec, rate, context.capacityScale) : undefined,
    capacityText: () =>
      spec.efficiency === 1
        ? `${formatByteRate(scaledRate)} ${spec.resourceText} of ${hardware.hostName}`
        : `${formatByteRate(scaledRate)} ${spec.resourceText} of ${hardware.hostName} x ${groupDigits(spec.efficiency, 3)} efficiency = ${formatByteRate(capacity)}`,
    demandAt: ({ broker }) => (broker === null ? 0 : spec.demandOf(broker) * contentionAt(broker)),
    demandText: (demand, { broker }) => {
      const contention = shownFactor(broker === null ? 1 : contentionAt(broker))
      const skew = shownFactor(broker === null || demand === 0 ? 1 : (spec.diskSkew?.(broker) ?? 1))
      const total = formatByteRate(demand)
      const factors = `${contentionText(contention, total)}${diskSkewText(skew, hardware.bandwidthDisks, total)}`
      return `${formatByteRate(demand / contention / skew)} ${spec.trafficText} on the busiest broker${factors}`
    },
  }
}

/**
 * The rate that a port can never exceed: its burst rate, or else its sustained rate. Neither efficiency nor contention applies
 * to it.
 */
function lineRateOf({ demandOf }: BandwidthSpec, { burst, sustainedBytesPerSec }: HostRate, scale: number) {
  const capacity = Math.max(sustainedBytesPerSec, burst?.bytesPerSec ?? 0) * scale
  return { capacity, demandAt: ({ broker }: Traffic) => (broker === null ? 0 : demandOf(broker)) }
}

/** The higher rate that the host allows until its burst credits are used up. Undefined if it has no bursts. */
function hostBurstOf({ burst }: HostRate, scaleAndEfficiency: number): ConstraintModel['hostBurst'] {
  if (burst === null) return undefined
  const { bytesPerSec, ...rest } = burst
  return { ...rest, capacity: bytesPerSec * scaleAndEfficiency }
}

function hasLaggingConsumers({ topics }: Situation): boolean {
  return topics.some((topic) => topic.laggingReaders > 0)
}

function cpuConstraint({ context }: Situation, hardware: BrokerHardware): ConstraintModel {
  const capacity = hardware.cores * context.capacityScale
  const { cpuBurst } = hardware
  const burstCores = (cpuBurst?.cores ?? 0) * context.capacityScale
  return {
    id: 'cpu',
    dimension: 'cpu',
    layer: 'broker',
    kind: 'physical',
    capacity,
    unit: 'cores',
    source: hardware.source,
    mayBurst: false,
    ...(cpuBurst === null ? {} : { hostBurst: { ...cpuBurst, capacity: burstCores } }),
    capacityText: () => {
      const sustainedText = cpuBurst === null ? '' : ` sustained (${groupDigits(burstCores, 2)} on CPU credits)`
      return `${groupDigits(capacity, 2)} cores${sustainedText} of ${hardware.hostName}`
    },
    demandAt: ({ broker }) => (broker === null ? 0 : broker.cores * broker.contentionFactor),
    demandText: (demand, { broker }) => {
      const contention = shownFactor(broker?.contentionFactor ?? 1)
      const usedText = `${groupDigits(demand / contention, 2)} cores used on the busiest broker${followersText(hardware)}`
      return `${usedText}${contentionText(contention, groupDigits(demand, 2))}`
    },
  }
}

/** The factor, or exactly 1 if it is shown as 1: the formula leaves a factor of 1 out, and its other numbers must still multiply. */
function shownFactor(factor: number): number {
  return groupDigits(factor, 3) === '1' ? 1 : factor
}

/** " x 1.12 for CPU/network contention = 66 MB/s"; empty for 1. */
function contentionText(factor: number, result: string): string {
  return factor === 1 ? '' : ` x ${factorText(factor)} for CPU/network contention = ${result}`
}

/** " x 2 for the busiest of 2 disks = 126 MB/s"; empty for 1. */
function diskSkewText(factor: number, disks: number, result: string): string {
  return factor === 1 ? '' : ` x ${factorText(factor)} for the busiest of ${disks} disks = ${result}`
}

/** "1.004", "1.12". */
function factorText(factor: number): string {
  return groupDigits(factor, factor < 1.1 ? 3 : 2)
}

/**
 * How much more processor time follower replicas cost: " (40 % more than for clients alone, because of …)". More than twice
 * as much is written as a factor. Empty below 1 %.
 */
function followersText({ followerFactor }: BrokerHardware): string {
  if (followerFactor < 1.01) return ''
  const comparison =
    followerFactor > 2 ? `${formatFactor(followerFactor)} as many as` : `${formatPercent(followerFactor - 1)} more than`
  return ` (${comparison} for clients alone, because of follower partitions)`
}

/**
 * The constraint of disk space. It compares the data on the fullest disk of the fullest broker with the size of one disk.
 * Empty if the size is not known or nothing is stored.
 */
function spaceConstraints(
  situation: Situation,
  { storageBytes, spaceDisks, spaceSource: source }: BrokerHardware,
): ConstraintModel[] {
  if (storageBytes === null) return []
  const storedBytes = storedOnFullestDisk(situation, spaceDisks)
  if (storedBytes === 0) return []
  const scaledBytes = storageBytes * situation.context.capacityScale
  const capacity = scaledBytes / spaceDisks
  const place = spaceDisks === 1 ? 'broker' : 'disk'
  return [
    {
      id: 'storage',
      dimension: 'storage',
      layer: 'storage',
      kind: 'physical',
      capacity,
      unit: 'bytes',
      source,
      mayBurst: false,
      capacityText: () =>
        spaceDisks === 1
          ? `${formatBytes(capacity)} on a broker`
          : `${formatBytes(scaledBytes)} / ${spaceDisks} disks of a broker = ${formatBytes(capacity)}`,
      demandAt: () => storedBytes,
      demandText: (demand) =>
        `${formatBytes(demand)} of replicas retained on the fullest ${place} at the average produce rate`,
    },
  ]
}
