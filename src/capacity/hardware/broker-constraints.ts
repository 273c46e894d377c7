/**
 * What the hosts of the brokers limit: disks, network in each direction, processors, space on disk.
 */
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { groupDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import type { ConstraintModel } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'
import { storedBytes } from '../stored-bytes.ts'
import type { BrokerLoad } from './broker-load.ts'
import type { BrokerSituation } from './broker-situation.ts'
import type { HostRate } from './host-rates.ts'

/** The constraints of a deployment on hosts; none where the offering has no hosts. */
export function brokerConstraints(situation: Situation): ConstraintModel[] {
  const { hardware } = situation
  if (hardware === null) return []
  return [
    ...bandwidthConstraints(situation, hardware),
    cpuConstraint(situation, hardware),
    ...spaceConstraint(situation, hardware),
  ]
}

type Bandwidth = {
  readonly dimension: 'storage-bandwidth' | 'network-in' | 'network-out'
  readonly layer: 'storage' | 'broker'
  /** Of the host, as published. */
  readonly rate: HostRate | null
  readonly efficiency: number
  readonly where: string
  readonly what: string
  /** Whether it waits for the broker's other parts: what that takes is put on the demand, so that the capacity stays one number. */
  readonly waits: boolean
  readonly demand: (load: BrokerLoad) => number
  /** By how much the fullest of several disks is fuller than all are together. Left out: not at all. */
  readonly unevenness?: (load: BrokerLoad) => number
}

function bandwidthConstraints(situation: Situation, hardware: BrokerSituation): ConstraintModel[] {
  const { parameters, network: networkRate, storage, storageText } = hardware
  const network = {
    layer: 'broker',
    rate: networkRate,
    efficiency: parameters.networkEfficiency,
    waits: true,
  } as const
  const all: readonly Bandwidth[] = [
    {
      dimension: 'storage-bandwidth',
      layer: 'storage',
      rate: storage,
      efficiency: hardware.storageShare,
      where: storageText,
      what: isLagging(situation) ? 'to disk, and from disk to readers behind,' : 'to disk, leaders and followers,',
      waits: false,
      demand: (load) => load.fullestDiskBytesPerSec + load.diskReadBytesPerSec,
      unevenness: (load) =>
        (load.fullestDiskBytesPerSec + load.diskReadBytesPerSec) / (load.writtenBytesPerSec + load.diskReadBytesPerSec),
    },
    {
      ...network,
      dimension: 'network-in',
      where: 'network',
      what: 'from producers and leaders',
      demand: (load) => load.inBytesPerSec,
    },
    {
      ...network,
      dimension: 'network-out',
      where: 'network',
      what: 'to consumers and followers',
      demand: (load) => load.outBytesPerSec,
    },
  ]
  const models: ConstraintModel[] = []
  for (const each of all) if (each.rate !== null) models.push(bandwidthOf(each, each.rate, situation, hardware))
  return models
}

/** Bytes a second against what the host gives: rate x efficiency. */
function bandwidthOf(
  bandwidth: Bandwidth,
  rate: HostRate,
  { context }: Situation,
  hardware: BrokerSituation,
): ConstraintModel {
  const published = rate.sustainedBytesPerSec * context.capacityScale
  const capacity = published * bandwidth.efficiency
  const factorAt = (load: BrokerLoad) => (bandwidth.waits ? load.waitFactor : 1)
  return {
    id: bandwidth.dimension,
    dimension: bandwidth.dimension,
    layer: bandwidth.layer,
    kind: 'physical',
    capacity,
    unit: 'bytes/s',
    source: hardware.source,
    bursts: false,
    shortBurst: shortBurstOf(rate, bandwidth.efficiency * context.capacityScale),
    capacityText: () =>
      bandwidth.efficiency === 1
        ? `${formatByteRate(published)} ${bandwidth.where} of ${hardware.hostName}`
        : `${formatByteRate(published)} ${bandwidth.where} of ${hardware.hostName} x ${bandwidth.efficiency} = ${formatByteRate(capacity)}`,
    demandAt: ({ broker }) => (broker === null ? 0 : bandwidth.demand(broker) * factorAt(broker)),
    demandText: (demand, { broker }) => {
      const factor = broker === null ? 1 : factorAt(broker)
      const uneven = broker === null || demand === 0 ? 1 : (bandwidth.unevenness?.(broker) ?? 1)
      const waiting = waitingText(factor, formatByteRate(demand))
      const disks = unevenText(uneven, hardware.disks, formatByteRate(demand))
      return `${formatByteRate(demand / factor / uneven)} ${bandwidth.what} on the busiest broker${waiting}${disks}`
    },
  }
}

function shortBurstOf({ burst }: HostRate, factor: number): ConstraintModel['shortBurst'] {
  if (burst === null) return undefined
  const { bytesPerSec, ...rest } = burst
  return { ...rest, capacity: bytesPerSec * factor }
}

function isLagging({ topics }: Situation): boolean {
  return topics.some((topic) => topic.laggingReaders > 0)
}

function cpuConstraint({ context }: Situation, hardware: BrokerSituation): ConstraintModel {
  const capacity = hardware.cores * context.capacityScale
  return {
    id: 'cpu',
    dimension: 'cpu',
    layer: 'broker',
    kind: 'physical',
    capacity,
    unit: 'cores',
    source: hardware.source,
    bursts: false,
    capacityText: () => `${groupDigits(capacity, 2)} cores of ${hardware.hostName}`,
    demandAt: ({ broker }) => (broker === null ? 0 : broker.cores * broker.waitFactor),
    demandText: (demand, { broker }) => {
      const factor = broker?.waitFactor ?? 1
      const busy = `${groupDigits(demand / factor, 2)} cores busy on the busiest broker${followersText(hardware)}`
      return `${busy}${waitingText(factor, groupDigits(demand, 2))}`
    },
  }
}

/** "x 1.12, as processors and network wait for each other, = 66 MB/s"; nothing where they hardly do. */
function waitingText(factor: number, result: string): string {
  return factor < 1.005
    ? ''
    : ` x ${groupDigits(factor, 2)}, as processors and network wait for each other, = ${result}`
}

/** "x 2, as the fullest of 2 disks has it, = 126 MB/s"; nothing where all are as full. */
function unevenText(factor: number, disks: number, result: string): string {
  return factor < 1.005 ? '' : ` x ${groupDigits(factor, 2)}, as the fullest of ${disks} disks has it, = ${result}`
}

function followersText({ followerFactor }: BrokerSituation): string {
  if (followerFactor < 1.01) return ''
  return `, ${formatPercent(followerFactor - 1)} more by followed partitions`
}

function spaceConstraint(situation: Situation, hardware: BrokerSituation): ConstraintModel[] {
  if (hardware.storageBytes === null) return []
  const stored = storedBytes(situation, true)
  if (stored === 0) return []
  const capacity = hardware.storageBytes * situation.brokers
  return [
    {
      id: 'storage',
      dimension: 'storage',
      layer: 'storage',
      kind: 'physical',
      capacity,
      unit: 'bytes',
      source: hardware.source,
      bursts: false,
      capacityText: () => `${formatBytes(capacity)} on ${situation.brokers} brokers`,
      demandAt: () => stored,
      demandText: (demand) => `${formatBytes(demand)} kept at the average rate, all replicas`,
    },
  ]
}
