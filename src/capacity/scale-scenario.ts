import type { Scenario } from '../contracts/scenario.ts'

/**
 * The scenario with all record rates x factor; partitions, sizes, linger, clients and connection attempts do not
 * change.
 */
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
