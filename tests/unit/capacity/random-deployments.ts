import fc from 'fast-check'
import type { Offering } from '../../../src/contracts/offering.ts'
import type { ScenarioInput } from '../../../src/contracts/scenario.ts'
import { logarithmic, sometimes, whole } from './random-numbers.ts'

/** What chooses a deployment; `tier`, `cloud`, `asOf` and the kind of volume are places in the offering's own lists. */
export const deploymentChoices = fc.record({
  size: whole(1, 200),
  tier: fc.nat(200),
  cloud: sometimes(fc.nat(20)),
  zones: fc.constantFrom(undefined, 'single' as const, 'multi' as const),
  asOf: sometimes(fc.nat(20)),
  isShort: fc.constantFrom(undefined, undefined, true),
  diskSyncMs: sometimes(logarithmic(0.01, 100)),
  ioThreads: sometimes(whole(1, 64)),
  brokerRoundTripMs: sometimes(logarithmic(0.01, 1000)),
  volume: sometimes(
    fc.record({
      type: fc.nat(20),
      count: whole(1, 100),
      throughputBytesPerSec: sometimes(logarithmic(1e6, 1e10)),
      sizeBytes: sometimes(logarithmic(1e9, 1e14)),
    }),
  ),
  host: sometimes(
    fc.record({
      cores: logarithmic(0.25, 200),
      coreSpeed: sometimes(logarithmic(0.1, 10)),
      networkBytesPerSec: sometimes(logarithmic(1e6, 1e11)),
      networkOutBytesPerSec: sometimes(logarithmic(1e6, 1e11)),
      storageBytesPerSec: sometimes(logarithmic(1e6, 1e11)),
      memoryBytes: sometimes(logarithmic(1e8, 1e12)),
    }),
  ),
})
type Choice = typeof deploymentChoices extends fc.Arbitrary<infer Chosen> ? Chosen : never

/** A deployment of the offering: any tier, date and cloud that it has, and volumes and hosts where brokers run on hosts. */
export function deploymentOf(offering: Offering, choice: Choice): ScenarioInput['deployment'] {
  const { size, zones, isShort } = choice
  const clouds = offering.model === 'measured-table' ? Object.keys(offering.table.clouds) : ['aws', 'azure', 'gcp']
  const dates = offering.limitSets.map(({ asOf }) => asOf)
  const tier = at(offering.tiers?.map(({ id }) => id) ?? [], choice.tier)
  const cloud = at(clouds, choice.cloud)
  const asOf = at(dates, choice.asOf)
  return {
    offering: offering.id,
    size,
    ...(tier === undefined ? {} : { tier }),
    ...(cloud === undefined ? {} : { cloud }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(zones === undefined ? {} : { zones }),
    ...(isShort === undefined ? {} : { isShort }),
    ...hardwareOf(offering, choice),
  }
}

function hardwareOf(
  offering: Offering,
  { volume, host, diskSyncMs, ioThreads, brokerRoundTripMs }: Choice,
): Pick<ScenarioInput['deployment'], 'volume' | 'host' | 'diskSyncMs' | 'ioThreads' | 'brokerRoundTripMs'> {
  if (offering.model !== 'broker-hardware') return {}
  const type = at(
    offering.hardware.volumes.map(({ id }) => id),
    volume?.type,
  )
  return {
    ...(volume === undefined || type === undefined ? {} : { volume: { ...volume, type } }),
    ...(host === undefined ? {} : { host }),
    ...(diskSyncMs === undefined ? {} : { diskSyncMs }),
    ...(ioThreads === undefined ? {} : { ioThreads }),
    ...(brokerRoundTripMs === undefined ? {} : { brokerRoundTripMs }),
  }
}

function at(list: readonly string[], place: number | undefined): string | undefined {
  return place === undefined ? undefined : list[place % Math.max(1, list.length)]
}
