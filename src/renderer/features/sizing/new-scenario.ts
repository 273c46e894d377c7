import { type Scenario, scenario } from '../../../contracts/scenario.ts'

/** What "New scenario" begins with: one topic, one kind of producer, one consumer group, small and valid. */
export function newScenario(offering: string): Scenario {
  return scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'New scenario',
    workload: {
      topics: [{ name: 'records', partitions: 12 }],
      producers: [
        { name: 'writers', topic: 'records', peakRecordsPerSec: 10_000, recordValueBytes: 1_000, clients: 2 },
      ],
      consumerGroups: [{ name: 'readers', topic: 'records', members: 2 }],
    },
    deployment: { offering, size: 1 },
  })
}
