/**
 * The charges of a bill, in its order.
 */
import type { Charge, ChargeKind } from '../contracts/prices.ts'

/** How each charge is called in a bill. */
export const chargeNames: Readonly<Record<ChargeKind, string>> = {
  units: 'Units',
  base: 'Base fee',
  ingress: 'Data written',
  egress: 'Data read',
  storage: 'Storage',
  'unit-storage': 'Storage of the units',
  partitions: 'Partitions',
  'zone-producers': 'Producers across zones',
  'zone-consumers': 'Consumers across zones',
  'zone-replication': 'Replication across zones',
  'private-endpoints': 'Private endpoints',
  'private-traffic': 'Traffic of private endpoints',
}

/** All kinds of charges, in the order of a bill. */
export const chargeKinds = Object.keys(chargeNames) as readonly ChargeKind[]

/** Charges of which a price list must say what they cost, that they are free, or that this is not known. */
const expectedAlways: readonly (readonly ChargeKind[])[] = [
  ['units', 'base'],
  ['ingress'],
  ['egress'],
  ['storage', 'unit-storage'],
]
const expectedAcrossZones: readonly (readonly ChargeKind[])[] = [
  ['zone-producers'],
  ['zone-consumers'],
  ['zone-replication'],
]

/** The expected charges that none of the prices is for; the first of each group of alternatives. */
export function unpricedKinds(charges: readonly Charge[], zones: number): ChargeKind[] {
  const priced = new Set(charges.map((charge) => charge.for))
  const expected = zones > 1 ? [...expectedAlways, ...expectedAcrossZones] : expectedAlways
  return expected.flatMap(([first, ...others]) =>
    first === undefined || [first, ...others].some((kind) => priced.has(kind)) ? [] : [first],
  )
}
