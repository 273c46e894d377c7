/**
 * The billed quantity of a charge per month, with the factors of its formula.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Charge } from '../contracts/prices.ts'
import type { Deployment } from '../contracts/scenario.ts'
import { hoursPerMonth } from '../units/money.ts'
import { exactDigits, groupDigits } from '../units/number-text.ts'
import type { AverageLoad } from './average-load.ts'
import type { ElasticUnits } from './elastic-units.ts'
import { type CrossingShare, clientShare, consumerShare, replicasElsewhere, type ZoneChoice } from './zone-traffic.ts'

/** The inputs of a bill. */
export type Billed = ZoneChoice & {
  readonly load: AverageLoad
  readonly offering: Offering
  readonly size: number
  /** Bytes that the disks of one broker hold; null if the deployment does not say. */
  readonly diskBytes: number | null
  /** The volumes of each broker; undefined if the deployment names none. */
  readonly volume: Deployment['volume']
  /** Undefined if the deployment names none. */
  readonly cloud: string | undefined
  /** The billed units of an elastic offering. A function, because it predicts other sizes, which few charges need. */
  readonly elastic: () => ElasticUnits
  /** Number of private endpoints of the clients. */
  readonly privateEndpoints: number
}

/**
 * One factor of a formula: "18 brokers". `text` shows enough digits for an error of at most `maxError`; exact factors
 * ignore it.
 */
export type Factor = { readonly value: number; readonly text: (maxError: number) => string }

/** Factors before and after the price; their product is the billed quantity. */
export type Quantity = { readonly before: readonly Factor[]; readonly after: readonly Factor[] }

const gib = 2 ** 30
const secondsPerMonth = hoursPerMonth * 3600
const hours: Factor = exact(hoursPerMonth, `${hoursPerMonth} h`)

function exact(value: number, text: string): Factor {
  return { value, text: () => text }
}

/** Converts bytes/s to GiB in a month of 730 hours. */
export function gibPerMonth(bytesPerSec: number): number {
  return (bytesPerSec * secondsPerMonth) / gib
}

/** Returns the quantity of a charge; null if the charge does not apply, for example without private endpoints. */
export function quantityOf(charge: Charge, billed: Billed): Quantity | null {
  const { load } = billed
  switch (charge.for) {
    case 'units':
      return { before: [unitsFactor(charge, billed)], after: charge.per === 'unit-hour' ? [hours] : [] }
    case 'base':
      return { before: [], after: charge.per === 'hour' ? [hours] : [exact(1, '1 month')] }
    case 'ingress':
      return { before: [writtenFactor(charge, load)], after: [] }
    case 'egress':
      return { before: [gibFactor(gibPerMonth(load.egressBytesPerSec), 'read')], after: [] }
    case 'storage':
      return { before: storedFactors(charge, billed), after: hoursOf(charge) }
    case 'unit-storage': {
      const perUnit = exact(charge.gibPerUnit, `${exactDigits(charge.gibPerUnit)} GiB`)
      return { before: [plainUnits(billed), perUnit], after: hoursOf(charge) }
    }
    case 'volume-throughput': {
      const factors = throughputFactors(charge, billed)
      return factors === null ? null : { before: factors, after: [] }
    }
    case 'partitions': {
      const [count, noun] =
        charge.counts === 'leaders'
          ? [load.partitions, 'partitions']
          : [load.partitionReplicas, 'replicas of partitions']
      return { before: [exact(count, `${groupDigits(count)} ${noun}`)], after: [hours] }
    }
    case 'private-endpoints':
      if (billed.privateEndpoints === 0) return null
      return {
        before: [exact(billed.privateEndpoints, `${groupDigits(billed.privateEndpoints)} endpoints`)],
        after: [hours],
      }
    case 'private-traffic':
      if (billed.privateEndpoints === 0) return null
      return {
        before: [gibFactor(gibPerMonth(load.ingressBytesPerSec + load.egressBytesPerSec), 'written and read')],
        after: [],
      }
    default:
      return { before: zoneFactors(charge.for, billed), after: [] }
  }
}

function zoneFactors(kind: 'zone-producers' | 'zone-consumers' | 'zone-replication', billed: Billed): Factor[] {
  const { load, zones } = billed
  if (kind === 'zone-replication') {
    const crossing = load.topics.reduce((total, topic) => {
      return total + topic.ingressBytesPerSec * replicasElsewhere(topic.replicationFactor, zones)
    }, 0)
    return [gibFactor(gibPerMonth(crossing), 'replicated to other zones')]
  }
  if (kind === 'zone-producers') {
    return [gibFactor(gibPerMonth(load.ingressBytesPerSec), 'written'), crossingFactor(clientShare(zones))]
  }
  return [gibFactor(gibPerMonth(load.egressBytesPerSec), 'read'), crossingFactor(consumerShare(billed))]
}

function crossingFactor({ share, text }: CrossingShare): Factor {
  return exact(share, `${text} across zones`)
}

function unitsFactor(charge: Extract<Charge, { for: 'units' }>, billed: Billed): Factor {
  const used = charge.billedBy === 'average' ? billed.elastic().units : billed.size
  const least = Math.max(used, charge.leastUnits ?? 0)
  const included = charge.includedUnits ?? 0
  if (included === 0) return plainUnits(billed, least)
  const value = Math.max(0, least - included)
  const { plural } = billed.offering.unitName
  return { value, text: (maxError) => `(${digitsWithin(least, maxError)} − ${groupDigits(included)} free) ${plural}` }
}

function plainUnits({ offering, size }: Billed, units = size): Factor {
  const { singular, plural } = offering.unitName
  return { value: units, text: (maxError) => `${digitsWithin(units, maxError)} ${units === 1 ? singular : plural}` }
}

function writtenFactor(charge: Extract<Charge, { for: 'ingress' }>, load: AverageLoad): Factor {
  if (charge.eventBytes === undefined) return gibFactor(gibPerMonth(load.ingressBytesPerSec), 'written')
  const perRecord = Math.max(1, Math.ceil(load.bytesPerRecord / charge.eventBytes))
  const millions = (load.recordsPerSec * perRecord * secondsPerMonth) / 1e6
  return { value: millions, text: (maxError) => `${quantityDigits(millions, maxError)} million events` }
}

/** True if disks are billed by their size, whatever is stored on them. */
export function areDisksBilled(charge: Charge, { diskBytes }: Pick<Billed, 'diskBytes'>): boolean {
  return charge.for === 'storage' && charge.roomFactor !== undefined && diskBytes !== null
}

function storedFactors(charge: Extract<Charge, { for: 'storage' }>, billed: Billed): Factor[] {
  const { load, size, diskBytes } = billed
  if (areDisksBilled(charge, billed)) return [plainUnits(billed), gibFactor((diskBytes ?? 0) / gib, 'of disks')]
  const isReplicated = charge.copies === 'replicas'
  const bytes = load.topics.reduce((total, topic) => {
    return total + topic.storedBytes * (isReplicated ? topic.replicationFactor : 1)
  }, 0)
  const included = (charge.includedGibPerUnit ?? 0) * size
  const stored = Math.max(0, bytes / gib - included)
  const what = `${isReplicated ? 'stored on all replicas' : 'stored'}${included > 0 ? ` beyond ${groupDigits(included)} GiB included` : ''}`
  const { roomFactor } = charge
  const room = roomFactor === undefined ? [] : [exact(roomFactor, `${exactDigits(roomFactor)} for free space`)]
  return [gibFactor(stored, what), ...room]
}

const mib = 2 ** 20

/** Null if the deployment provisions no throughput, or none beyond what each volume includes. */
function throughputFactors(
  { includedMibPerSec = 0 }: Extract<Charge, { for: 'volume-throughput' }>,
  billed: Billed,
): Factor[] | null {
  const { volume } = billed
  const beyond = (volume?.throughputBytesPerSec ?? 0) / mib - includedMibPerSec
  if (volume === undefined || beyond <= 0) return null
  const what = includedMibPerSec === 0 ? 'provisioned' : `beyond ${exactDigits(includedMibPerSec)} included`
  return [
    plainUnits(billed),
    ...(volume.count === 1 ? [] : [exact(volume.count, `${groupDigits(volume.count)} volumes`)]),
    { value: beyond, text: (maxError) => `${quantityDigits(beyond, maxError)} MiB/s ${what}` },
  ]
}

function hoursOf({ per }: { readonly per: 'GiB-month' | 'GiB-hour' }): Factor[] {
  return per === 'GiB-hour' ? [hours] : []
}

/** Maximum number of decimals. More would show the rounding errors of floating-point numbers. */
const maxDecimals = 9

/** A number with so few decimals that it differs from the value by at most `maxError`. */
function digitsWithin(value: number, maxError: number, leastDecimals = 0): string {
  for (let decimals = leastDecimals; decimals < maxDecimals; decimals += 1) {
    const shown = Math.round(value * 10 ** decimals) / 10 ** decimals
    if (Math.abs(shown - value) <= maxError) return groupDigits(value, decimals)
  }
  return exactDigits(value)
}

/** As `digitsWithin`, with two decimals or more, five below 10, and four significant digits below 0.01. */
function quantityDigits(value: number, maxError: number): string {
  if (value >= 0.01 || value === 0) return digitsWithin(value, maxError, value >= 10 ? 2 : 5)
  const short = Number(value.toPrecision(4))
  return exactDigits(Math.abs(short - value) <= maxError ? short : value)
}

function gibFactor(value: number, what: string): Factor {
  return { value, text: (maxError) => `${quantityDigits(value, maxError)} GiB ${what}` }
}
