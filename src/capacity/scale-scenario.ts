import type { Scenario } from '../contracts/scenario.ts'

/** The scenario with every rate of records x factor; partitions, sizes, linger, clients and attempts stay as they are. */
export function scaleScenario(scenario: Scenario, factor: number): Scenario {
  if (factor === 1) return scenario
  const producers = scenario.workload.producers.map((producer) => ({
    ...producer,
    peakRecordsPerSec: producer.peakRecordsPerSec * factor,
    ...(producer.averageRecordsPerSec === undefined
      ? {}
      : { averageRecordsPerSec: producer.averageRecordsPerSec * factor }),
  }))
  return { ...scenario, workload: { ...scenario.workload, producers } }
}
