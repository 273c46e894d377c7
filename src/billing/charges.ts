/**
 * The kinds of charges, in the order in which a bill lists them.
 */
import type { Charge, ChargeKind } from '../contracts/prices.ts'

/** The label of each charge in a bill. */
export const chargeNames: Readonly<Record<ChargeKind, string>> = {
  units: 'Units',
  base: 'Base fee',
  ingress: 'Data written',
  egress: 'Data read',
  storage: 'Storage',
  'unit-storage': 'Storage of the units',
  'volume-throughput': 'Throughput of volumes',
  partitions: 'Partitions',
  'zone-producers': 'Producers across zones',
  'zone-consumers': 'Consumers across zones',
  'zone-replication': 'Replication across zones',
  'private-endpoints': 'Private endpoints',
  'private-traffic': 'Traffic of private endpoints',
}

/** All kinds of charges, in the order in which a bill lists them. */
export const chargeKinds = Object.keys(chargeNames) as readonly ChargeKind[]

/** Charges that every price list must mention, even if they are free or not known. In each group, one is enough. */
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

const expectedOfEndpoints: readonly (readonly ChargeKind[])[] = [['private-endpoints'], ['private-traffic']]

/** Returns the expected charges that the list does not mention: of each group without any, the first. */
export function unpricedKinds(
  charges: readonly Charge[],
  { zones, privateEndpoints }: { readonly zones: number; readonly privateEndpoints: number },
): ChargeKind[] {
  const priced = new Set(charges.map((charge) => charge.for))
  const expected = [
    ...expectedAlways,
    ...(zones > 1 ? expectedAcrossZones : []),
    ...(privateEndpoints > 0 ? expectedOfEndpoints : []),
  ]
  return expected.flatMap(([first, ...others]) =>
    first === undefined || [first, ...others].some((kind) => priced.has(kind)) ? [] : [first],
  )
}
