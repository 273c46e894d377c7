import { readFileSync } from 'node:fs'
import { atLawValue } from '../../../src/capacity/likely-value.ts'
import { type Offering, offering } from '../../../src/contracts/offering.ts'
import { type Scenario, type ScenarioInput, scenario } from '../../../src/contracts/scenario.ts'

const root = new URL('../../../', import.meta.url)

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'))
}

/** An offering by its id, as shipped. */
export function shippedOffering(id: string): Offering {
  return offering.parse(readJson(`models/${id}.json`))
}

/** Brokers on hosts with what the laws give, without the median of published clusters: for tests of the laws. */
export function lawsOfHosts(): Offering {
  return atLawValue(shippedOffering('apache-kafka-on-hosts'))
}

/** Confluent Cloud Dedicated, as shipped. */
export const dedicated: Offering = shippedOffering('confluent-cloud-dedicated')

/** The benchmark of the white paper of 2020, as shipped. */
export const whitePaper: Scenario = exampleScenario('confluent-cku-2020')

/** The first example, on today's limits, as shipped. */
export const first: Scenario = exampleScenario('first')

/** Orders of 60.8 MB/s on one CKU of April 2020, which takes 50 MB/s. Its figures change only if a law does. */
export const orders2020: Scenario = scenario.parse(readJson('tests/fixtures/scenarios/orders-2020.headroom.json'))

/** A scenario of the folder of examples. */
export function exampleScenario(name: string): Scenario {
  return scenario.parse(readJson(`examples/${name}.headroom.json`))
}

/** A small scenario: one topic, one producer, one group; parts can be replaced. */
export function smallScenario(change: {
  topic?: Partial<ScenarioInput['workload']['topics'][number]>
  producer?: Partial<ScenarioInput['workload']['producers'][number]>
  group?: Partial<NonNullable<ScenarioInput['workload']['consumerGroups']>[number]> | null
  workload?: Partial<ScenarioInput['workload']>
  deployment?: Partial<ScenarioInput['deployment']>
}): Scenario {
  const group = { name: 'group', topic: 'events', ...change.group }
  return scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'small',
    workload: {
      clientFamily: 'librdkafka',
      topics: [{ name: 'events', partitions: 12, ...change.topic }],
      producers: [
        { name: 'producer', topic: 'events', peakRecordsPerSec: 10_000, recordValueBytes: 512, ...change.producer },
      ],
      consumerGroups: change.group === null ? [] : [group],
      ...change.workload,
    },
    deployment: { offering: 'confluent-cloud-dedicated', size: 2, asOf: '2020-04', ...change.deployment },
  })
}

/** The same with as many partitions in every topic. */
export function withPartitions(scenario: Scenario, partitions: number): Scenario {
  const topics = scenario.workload.topics.map((topic) => ({ ...topic, partitions }))
  return { ...scenario, workload: { ...scenario.workload, topics } }
}

/** Records of many keys over many partitions, read by five groups: requests decide, so batching and fetching do. */
export function manyRequests({ partitions = 60, lingerMs = 5, fetchMinBytes = 1, size = 1 } = {}): Scenario {
  return smallScenario({
    topic: { partitions },
    producer: {
      clients: 200,
      peakRecordsPerSec: 120_000,
      recordValueBytes: 1_400,
      compression: 'lz4',
      compressionRatio: 0.33,
      keys: { kind: 'uniform', distinct: 1_000_000 },
      recordKeyBytes: 16,
      lingerMs,
    },
    group: { count: 5, members: 12, fetchMinBytes },
    workload: { clientFamily: 'java' },
    deployment: { size, asOf: '2026-03' },
  })
}

/** The same with what its answer recommends. */
export const tuned: Scenario = manyRequests({ lingerMs: 50, fetchMinBytes: 65_536, size: 3 })
