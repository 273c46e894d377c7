import { type Scenario, scenario } from '../../../src/contracts/scenario.ts'

/** A small scenario on an offering that comes with Headroom. */
export const smallScenario: Scenario = scenario.parse({
  kind: 'headroom.scenario',
  schemaVersion: 1,
  name: 'Small',
  workload: {
    roundTripMs: 1,
    topics: [{ name: 'orders', partitions: 12, replicationFactor: 1 }],
    producers: [
      { name: 'writers', topic: 'orders', clients: 1, peakRecordsPerSec: 3_000, recordValueBytes: 1_000, acks: 'all' },
    ],
    consumerGroups: [{ name: 'readers', topic: 'orders', members: 1 }],
  },
  deployment: { offering: 'confluent-cloud-dedicated', size: 1 },
})
