import fc from 'fast-check'
import { soldSizeFrom } from '../../../src/capacity/limit-set.ts'
import type { LimitSet, Offering } from '../../../src/contracts/offering.ts'
import { type ScenarioInput, scenario } from '../../../src/contracts/scenario.ts'
import type { Case } from './random-scenarios.ts'
import { shippedOfferings } from './shipped-offerings.ts'

/** One of these values; those that are listed twice come twice as often. */
const oneOf = fc.constantFrom

const choices = fc.record({
  offering: oneOf(...shippedOfferings),
  place: fc.nat(100),
  zones: oneOf(undefined, 'single' as const, 'multi' as const),
  size: oneOf(1, 1, 2, 3, 3, 6, 12, 30),
  topic: fc.record({
    count: oneOf(1, 1, 1, 5, 40),
    partitions: oneOf(1, 3, 6, 12, 24, 60, 120, 600, 3_000, 10_000),
    replicationFactor: oneOf(1, 2, 3, 3, 3),
    retentionMs: oneOf(undefined, 3_600_000, 86_400_000, 604_800_000, 2_592_000_000),
  }),
  rate: oneOf(1, 50, 500, 5_000, 40_000, 120_000, 400_000),
  average: oneOf(undefined, undefined, 0.2, 0.5),
  codec: oneOf('none' as const, 'none' as const, 'lz4' as const, 'zstd' as const, 'gzip' as const),
  ratio: oneOf(0.1, 0.33, 0.5, 0.9),
  keys: oneOf(
    { kind: 'none' as const },
    { kind: 'none' as const },
    { kind: 'uniform' as const, distinct: 100_000 },
    { kind: 'uniform' as const, distinct: 1 },
    { kind: 'zipf' as const, distinct: 10_000, exponent: 1 },
    { kind: 'zipf' as const, distinct: 100, exponent: 2 },
  ),
  acks: oneOf('all' as const, 'all' as const, '1' as const, '0' as const),
  isIdempotent: fc.boolean(),
  transactionMs: oneOf(undefined, undefined, undefined, 10, 100, 1_000),
  synchronousSenders: oneOf(undefined, undefined, undefined, undefined, 1, 20),
  producer: fc.record({
    recordValueBytes: oneOf(1, 20, 100, 500, 1_000, 4_000, 50_000, 900_000),
    clients: oneOf(1, 2, 10, 50, 200, 1_000),
    lingerMs: oneOf(0, 0, 5, 20, 100),
    batchBytes: oneOf(16_384, 16_384, 65_536, 1_048_576),
  }),
  groups: oneOf(0, 1, 1, 2, 5, 50),
  group: fc.record({
    members: oneOf(1, 3, 12, 100),
    fetchMinBytes: oneOf(1, 1, 65_536),
    laggingShare: oneOf(undefined, undefined, 0.5, 1),
  }),
  clientFamily: oneOf('java' as const, 'librdkafka' as const),
  roundTripMs: oneOf(undefined, 1, 20, 150),
})
type Choice = typeof choices extends fc.Arbitrary<infer Chosen> ? Chosen : never

/** What a service takes of the features that it may refuse, at any date. */
function takenBy({ limitSets }: Offering) {
  const features = limitSets.flatMap((set) => set.features ?? [])
  return {
    replicas: features.find(({ replicationFactor }) => replicationFactor !== undefined)?.replicationFactor,
    isIdempotent: features.every(({ idempotentProducer }) => idempotentProducer !== false),
    codecs: features.find(({ codecs }) => codecs !== undefined)?.codecs?.taken,
  }
}

function deploymentOf(choice: Choice): ScenarioInput['deployment'] {
  const { offering, place, size, zones } = choice
  const tier = offering.tiers?.[place % Math.max(1, offering.tiers.length)]?.id
  const sets = offering.limitSets.filter((set) => set.tier === undefined || set.tier === tier)
  const set: LimitSet | undefined = sets[0] ?? offering.limitSets[0]
  const { min = 1, max = 1, minMultiZone = 0 } = set?.sizes ?? {}
  const least = Math.max(min, zones === 'multi' ? minMultiZone : 0)
  const clouds = offering.model === 'measured-table' ? Object.keys(offering.table.clouds) : []
  const cloud = clouds[place % Math.max(1, clouds.length)]
  return {
    offering: offering.id,
    size: Math.min(max, set === undefined ? size : soldSizeFrom(set, Math.max(least, size))),
    ...(tier === undefined ? {} : { tier }),
    ...(cloud === undefined ? {} : { cloud }),
    ...(zones === undefined ? {} : { zones }),
  }
}

function workloadOf(choice: Choice): ScenarioInput['workload'] {
  const taken = takenBy(choice.offering)
  const { topic, keys, rate, average, ratio, groups } = choice
  const hasTransactions =
    taken.isIdempotent && choice.transactionMs !== undefined && choice.synchronousSenders === undefined
  const isIdempotent = taken.isIdempotent && choice.isIdempotent
  const compression = taken.codecs?.some((each) => each === choice.codec) === false ? 'none' : choice.codec
  return {
    clientFamily: choice.clientFamily,
    roundTripMs: choice.roundTripMs,
    topics: [{ ...topic, name: 'orders', replicationFactor: taken.replicas ?? topic.replicationFactor }],
    producers: [
      {
        ...choice.producer,
        name: 'app',
        topic: 'orders',
        peakRecordsPerSec: rate,
        averageRecordsPerSec: average === undefined ? undefined : rate * average,
        recordKeyBytes: keys.kind === 'none' ? 0 : 8,
        keys,
        acks: hasTransactions || isIdempotent ? 'all' : choice.acks,
        isIdempotent,
        transactionMs: hasTransactions ? choice.transactionMs : undefined,
        synchronousSenders: choice.synchronousSenders,
        compression,
        compressionRatio: compression === 'none' ? undefined : ratio,
      },
    ],
    consumerGroups: groups === 0 ? [] : [{ ...choice.group, name: 'readers', topic: 'orders', count: groups }],
  }
}

/**
 * Scenarios as customers have them: round figures, and a deployment that the offering sells. Most random scenarios of
 * random-scenarios.ts are refused or far too large for all that is sold.
 */
export const customerCases: fc.Arbitrary<Case> = choices.map((choice) => ({
  offering: choice.offering,
  scenario: scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'customer',
    workload: workloadOf(choice),
    deployment: deploymentOf(choice),
  }),
}))
