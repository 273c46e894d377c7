import fc from 'fast-check'
import type { Offering } from '../../../src/contracts/offering.ts'
import { type Scenario, type ScenarioInput, scenario } from '../../../src/contracts/scenario.ts'
import { compressionCodecs } from '../../../src/contracts/workload.ts'
import { deploymentChoices, deploymentOf } from './random-deployments.ts'
import { logarithmic, share, sometimes, whole } from './random-numbers.ts'
import { shippedOfferings } from './shipped-offerings.ts'

type Workload = ScenarioInput['workload']
type Topic = Workload['topics'][number]
type Producer = Workload['producers'][number]
type Group = NonNullable<Workload['consumerGroups']>[number]

/** A scenario on an offering that comes with Headroom. */
export type Case = { readonly scenario: Scenario; readonly offering: Offering }

const topicNames = ['a', 'b', 'c'] as const

const keys: fc.Arbitrary<Producer['keys']> = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  whole(1, 1e6).map((distinct) => ({ kind: 'uniform' as const, distinct })),
  fc.tuple(whole(1, 1e6), fc.double({ min: 0.05, max: 4, noNaN: true })).map(([distinct, exponent]) => ({
    kind: 'zipf' as const,
    distinct,
    exponent,
  })),
)

const recordSizes: fc.Arbitrary<Producer['recordSizes']> = sometimes(
  fc.oneof(
    fc.constant({ kind: 'fixed' as const }),
    fc.double({ min: 0.01, max: 1, noNaN: true }).map((spread) => ({ kind: 'uniform' as const, spread })),
    fc.double({ min: 0.01, max: 3, noNaN: true }).map((sigma) => ({ kind: 'lognormal' as const, sigma })),
    fc.tuple(logarithmic(1, 1e5), logarithmic(1, 100)).map(([bytes, factor]) => ({
      kind: 'percentiles' as const,
      points: [
        { fraction: 0.5, bytes },
        { fraction: 0.99, bytes: bytes * factor },
      ],
    })),
  ),
)

const headers: fc.Arbitrary<Producer['headers']> = sometimes(
  fc.record({ count: whole(1, 100), nameBytes: whole(1, 1000), valueBytes: whole(1, 1e4) }),
)

const topic: fc.Arbitrary<Omit<Topic, 'name'>> = fc.record({
  count: whole(1, 50),
  partitions: whole(1, 3000),
  replicationFactor: fc.integer({ min: 1, max: 5 }),
  retentionMs: whole(1000, 1e10),
  flushMessages: sometimes(whole(1, 1e5)),
})

const producer: fc.Arbitrary<Omit<Producer, 'topic'>> = fc
  .record({
    name: fc.constantFrom('one', 'two'),
    clients: whole(1, 2000),
    peakRecordsPerSec: logarithmic(0.01, 1e8),
    averageRecordsPerSec: sometimes(logarithmic(0.01, 1e8)),
    recordSizes,
    headers,
    mostRecordsPerSec: sometimes(logarithmic(1, 1e7)),
    synchronousSenders: sometimes(whole(1, 1000)),
    recordValueBytes: whole(1, 1e6),
    recordKeyBytes: fc.integer({ min: 0, max: 200 }),
    keys,
    keysPerClient: sometimes(whole(1, 1000)),
    acks: fc.constantFrom('0' as const, '1' as const, 'all' as const),
    isIdempotent: fc.boolean(),
    transactionMs: sometimes(logarithmic(1, 60_000)),
    lingerMs: fc.oneof(fc.constant(0), logarithmic(0.1, 10_000)),
    batchBytes: whole(1, 1e7),
    maxInFlight: whole(1, 1000),
    compression: fc.constantFrom(...compressionCodecs),
    compressionRatio: fc.double({ min: 0.01, max: 1, noNaN: true }),
    messageFormat: fc.constantFrom(undefined, undefined, undefined, 'v0' as const, 'v1' as const),
  })
  // Settings that exclude each other are refused: a ratio without compression, idempotence or transactions without acks=all,
  // and more keys of each client than there are.
  .map((each) => ({
    ...each,
    compressionRatio: each.compression === 'none' ? 1 : each.compressionRatio,
    isIdempotent: each.isIdempotent && each.acks === 'all',
    transactionMs: each.acks === 'all' ? each.transactionMs : undefined,
    keysPerClient: canBeOwn(each) ? each.keysPerClient : undefined,
  }))

/** True if each client can have so many keys of its own. */
function canBeOwn({ keys, keysPerClient = 1, clients = 1 }: Omit<Producer, 'topic'>): boolean {
  return keys?.kind === 'uniform' && keysPerClient * clients <= (keys.distinct ?? 0)
}

const group: fc.Arbitrary<Omit<Group, 'topic'>> = fc.record({
  name: fc.constantFrom('g', 'h'),
  count: whole(1, 100),
  members: whole(1, 300),
  fetchMinBytes: whole(1, 1e7),
  fetchMaxWaitMs: whole(1, 5000),
  laggingShare: share(),
  mostRecordsPerSec: sometimes(logarithmic(1, 1e7)),
})

/** Any valid scenario with one to three topics, on any tier, date, size, cloud, host and volume of some offerings. */
export function casesOn(offerings: readonly Offering[]): fc.Arbitrary<Case> {
  return fc
    .record({
      offering: fc.constantFrom(...offerings),
      deployment: deploymentChoices,
      topics: fc.array(topic, { minLength: 1, maxLength: 3 }),
      producers: fc.array(fc.tuple(producer, fc.nat(2)), { minLength: 1, maxLength: 3 }),
      groups: fc.array(fc.tuple(group, fc.nat(2)), { maxLength: 3 }),
      client: fc.constantFrom(
        { clientFamily: 'java' as const },
        { clientFamily: 'librdkafka' as const },
        { clientFamily: 'librdkafka' as const, clientLanguage: 'python' as const },
      ),
      isEncrypted: fc.constantFrom(undefined, true),
      clientPortBytesPerSec: sometimes(logarithmic(1e5, 1e10)),
      roundTripMs: fc.option(logarithmic(0.05, 500), { nil: undefined }),
      total: sometimes(whole(1, 1e6)),
      attemptsPerSec: fc.oneof(fc.constant(0), logarithmic(0.1, 1e5)),
    })
    .map(({ offering, deployment, topics, producers, groups, total, attemptsPerSec, client, ...clients }) => {
      const nameAt = (index: number) => topicNames[index % topics.length] ?? 'a'
      return {
        offering,
        scenario: scenario.parse({
          kind: 'headroom.scenario',
          schemaVersion: 1,
          name: 'any',
          workload: {
            ...client,
            ...clients,
            topics: topics.map((each, index) => ({ ...each, name: nameAt(index) })),
            producers: producers.map(([each, index]) => ({ ...each, topic: nameAt(index) })),
            consumerGroups: groups.map(([each, index]) => ({ ...each, topic: nameAt(index) })),
            connections: { total, attemptsPerSec },
          },
          deployment: deploymentOf(offering, deployment),
        }),
      }
    })
}

/** The same on any offering that comes with Headroom. */
export const cases: fc.Arbitrary<Case> = casesOn(shippedOfferings)
