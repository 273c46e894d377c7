/**
 * A price sheet: dated prices of offerings by region, as data. models/prices/ has the published ones, one file per
 * vendor. Users can write their own sheets in the same form, for example for the discount of a contract or the costs of
 * their own hosts.
 *
 * Amounts are per GiB (2^30 bytes) even where a vendor writes GB, because all vendors that define their GB mean 2^30
 * bytes. A price that is not published is never guessed: its `amount` is null, and `unknownBecause` says why.
 */
import { z } from 'zod'
import { choicesText } from '../units/near-names.ts'
import {
  calendarDate,
  currencyCode,
  displayName,
  identifier,
  nonNegative,
  positive,
  positiveCount,
} from './primitives.ts'
import { source } from './source.ts'

/** A higher amount is probably a typing error. */
const amount = nonNegative.max(1e9)

/** Fields of every charge. */
const base = z.strictObject({
  /** Amount in the list's currency, per `per`. 0: free according to `source`. Null: not known. */
  amount: amount.nullable(),
  /** Upper end of the range, if sources give one. Left out: `amount` is exact. */
  upTo: amount.optional(),
  /** Why `amount` is null. */
  unknownBecause: z.string().min(1).max(1000).optional(),
  /** Key of `sources`. */
  source: identifier.optional(),
  /** `id` of the tier or host that the charge applies to. Left out: all of them. */
  tier: identifier.optional(),
  /** The only cloud for which the amount is known. Left out: it is the same on all clouds. */
  cloud: identifier.optional(),
  /**
   * True if the customer's cloud bills it, not the vendor of the offering: a discount of the vendor does not apply. Left
   * out: the vendor bills it.
   */
  isBilledByCloud: z.literal(true).optional(),
  /** A text to be shown beside the amount, for example a condition of the price. */
  remark: z.string().min(1).max(1000).optional(),
})

/** Units of size: CKUs, brokers, vCPUs. */
const units = base.extend({
  for: z.literal('units'),
  per: z.enum(['unit-hour', 'unit-month']),
  /** Number of free units. Left out: none. */
  includedUnits: positiveCount.optional(),
  /** Minimum number of billed units. Left out: no minimum. */
  leastUnits: positiveCount.optional(),
  /**
   * `bought`: the size is billed. `average`: units are elastic and billed by usage, so the average load determines
   * their number. Left out: bought.
   */
  billedBy: z.enum(['bought', 'average']).optional(),
})

/** A fixed charge of a cluster. */
const fixed = base.extend({ for: z.literal('base'), per: z.enum(['hour', 'month']) })

/** Data written. */
const ingress = base.extend({
  for: z.literal('ingress'),
  per: z.enum(['GiB', 'million-events']),
  /** Size of one billed event; a larger record counts as several. Only with `million-events`. */
  eventBytes: positive.optional(),
})

/** Data read, over all consumer groups. */
const egress = base.extend({ for: z.literal('egress'), per: z.literal('GiB') })

/** Data that topics retain. */
const storage = base.extend({
  for: z.literal('storage'),
  per: z.enum(['GiB-month', 'GiB-hour']),
  /** `replicas`: every replica is billed. `one`: each byte is billed once. */
  copies: z.enum(['one', 'replicas']),
  /**
   * Space that is paid for / bytes that are stored, because disks keep free space. If it is given and the deployment
   * states the size of its disks, that size is billed instead. Left out: what is stored is billed.
   */
  roomFactor: positive.max(100).optional(),
  /** GiB that each unit includes. Left out: none. */
  includedGibPerUnit: positive.optional(),
  /** GiB that one unit can have at most. A bill for more says so. Left out: not known. */
  maxGibPerUnit: positive.optional(),
  /** Type of the volumes that the amount is for, or `local` for the disks of hosts. Left out: any. */
  volume: identifier.optional(),
})

/** Storage that is bought with each unit, whatever is stored. */
const unitStorage = base.extend({
  for: z.literal('unit-storage'),
  per: z.enum(['GiB-month', 'GiB-hour']),
  gibPerUnit: positive,
})

/** Throughput that is provisioned for the volumes of each unit. Only if the deployment states it. */
const volumeThroughput = base.extend({
  for: z.literal('volume-throughput'),
  per: z.literal('MiB/s-month'),
  /** MiB/s of each volume that cost nothing extra. Left out: none. */
  includedMibPerSec: positive.optional(),
  /** Type of the volumes that the amount is for. Left out: any. */
  volume: identifier.optional(),
})

/** Partitions. */
const partitions = base.extend({
  for: z.literal('partitions'),
  per: z.literal('partition-hour'),
  counts: z.enum(['leaders', 'replicas']),
})

/** Traffic between zones, per GiB that crosses, both directions together. */
const zoneProducers = base.extend({ for: z.literal('zone-producers'), per: z.literal('GiB') })
const zoneConsumers = base.extend({ for: z.literal('zone-consumers'), per: z.literal('GiB') })
const zoneReplication = base.extend({ for: z.literal('zone-replication'), per: z.literal('GiB') })

/** Private endpoints, which are billed if the user states their number, and the traffic of clients through them. */
const privateEndpoints = base.extend({ for: z.literal('private-endpoints'), per: z.literal('endpoint-hour') })
const privateTraffic = base.extend({ for: z.literal('private-traffic'), per: z.literal('GiB') })

/** One charge. */
export const charge = z.discriminatedUnion('for', [
  units,
  fixed,
  ingress,
  egress,
  storage,
  unitStorage,
  volumeThroughput,
  partitions,
  zoneProducers,
  zoneConsumers,
  zoneReplication,
  privateEndpoints,
  privateTraffic,
])
export type Charge = z.output<typeof charge>
export type ChargeKind = Charge['for']

/** Prices of one offering in one region. */
export const priceList = z.strictObject({
  /** `id` of an offering. */
  offering: identifier,
  /** The vendor's name of the region. Null: the source names none. */
  region: displayName.nullable(),
  currency: currencyCode,
  /**
   * Discount of a contract in percent, on the published amounts that the list does not state itself and that the vendor
   * bills. Left out: none.
   */
  discountPercent: nonNegative.max(100).optional(),
  charges: z.array(charge).max(1000).default([]),
  /** What is charged and not in the list, each in a few words. */
  notIncluded: z.array(z.string().min(1).max(300)).max(50).default([]),
})
export type PriceList = z.output<typeof priceList>

/** A file of price lists. */
export const priceSheet = z
  .strictObject({
    /** Path of the JSON Schema with which an editor checks the file; `headroom schema prices` prints that schema. */
    $schema: z.string().optional(),
    kind: z.literal('headroom.prices'),
    schemaVersion: z.literal(1),
    name: displayName,
    /** When somebody last compared the amounts with their sources. */
    checkedOn: calendarDate,
    notes: z.string().max(4000).optional(),
    /** Sources of the amounts by key. */
    sources: z.record(identifier, source),
    lists: z.array(priceList).min(1).max(500),
  })
  .superRefine((sheet, context) => {
    for (const [place, message] of brokenPriceRules(sheet)) {
      context.addIssue({ code: 'custom', path: [...place], message })
    }
  })
export type PriceSheet = z.output<typeof priceSheet>

type Written = { readonly sources: PriceSheet['sources']; readonly lists: readonly PriceList[] }
type BrokenRule = readonly [place: readonly (string | number)[], message: string]

function brokenPriceRules({ sources, lists }: Written): BrokenRule[] {
  return lists.flatMap((list, index) => {
    const place = ['lists', index]
    const firstIndex = lists.findIndex(({ offering, region }) => offering === list.offering && region === list.region)
    const found: BrokenRule[] = list.charges.flatMap((each, at) =>
      brokenCharge(each, Object.keys(sources), [...place, 'charges', at]),
    )
    const keys = list.charges.map(chargeKey)
    for (const [at, key] of keys.entries()) {
      if (keys.indexOf(key) === at) continue
      found.push([
        [...place, 'charges', at, 'for'],
        `the list has this charge already, in charges[${keys.indexOf(key)}]`,
      ])
    }
    if (firstIndex !== index) {
      found.push([[...place, 'region'], `lists[${firstIndex}] has prices of ${list.offering} in that region already`])
    }
    return found
  })
}

function brokenCharge(each: Charge, known: readonly string[], place: readonly (string | number)[]): BrokenRule[] {
  const found: BrokenRule[] = []
  const { amount: low, upTo, source: key, unknownBecause } = each
  if (low === null && unknownBecause === undefined) {
    found.push([[...place, 'unknownBecause'], 'the amount is null: say why it is not known'])
  }
  if (low !== null && key === undefined) {
    found.push([[...place, 'source'], 'an amount needs its source: expected a key of sources'])
  }
  if (key !== undefined && !known.includes(key)) {
    found.push([[...place, 'source'], `no source is called "${key}"; known: ${choicesText([...known], key)}`])
  }
  if (upTo !== undefined && (low === null || upTo < low)) {
    found.push([[...place, 'upTo'], 'expected at least the amount'])
  }
  if (each.for === 'ingress' && (each.per === 'million-events') !== (each.eventBytes !== undefined)) {
    found.push([[...place, 'eventBytes'], 'expected together with per "million-events", and only with it'])
  }
  return found
}

/** The `tier` of charges for a host of the user's own (`deployment.host`), which no model has as a tier. */
export const ownHostTier = 'own-host'

/** Returns what a charge is for and its tier, as one text. No list has two charges with the same text. */
export function chargeKey({ for: kind, tier }: Charge): string {
  return tier === undefined ? kind : `${kind} ${tier}`
}
