import { type Scenario, scenario } from '../../../contracts/scenario.ts'

/** True if nothing of the workload was typed since the command "New scenario". */
export function isNewWorkload({ workload, deployment }: Scenario): boolean {
  return JSON.stringify(workload) === JSON.stringify(newScenario(deployment.offering).workload)
}

/** The scenario of the command "New scenario": small and valid, with one topic, one kind of producer and one group. */
export function newScenario(offering: string): Scenario {
  return scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'New scenario',
    workload: {
      topics: [{ name: 'records', partitions: 12 }],
      producers: [
        {
          name: 'writers',
          topic: 'records',
          peakRecordsPerSec: 10_000,
          recordValueBytes: 1_000,
          clients: 2,
          // The default of Kafka's producers since 3.0.
          isIdempotent: true,
        },
      ],
      consumerGroups: [{ name: 'readers', topic: 'records', members: 2 }],
    },
    deployment: { offering, size: 1 },
  })
}
