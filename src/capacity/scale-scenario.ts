import type { Scenario } from '../contracts/scenario.ts'
import type { Producer } from '../contracts/workload.ts'

/**
 * The scenario with all record rates x factor; partitions, sizes, linger, clients and connection attempts do not
 * change.
 */
export function scaleScenario(scenario: Scenario, factor: number): Scenario {
  if (factor === 1) return scenario
  const producers = scenario.workload.producers.map((producer) => scaleProducer(producer, factor))
  return { ...scenario, workload: { ...scenario.workload, producers } }
}

/** The producer with its record rates x factor. */
export function scaleProducer(producer: Producer, factor: number): Producer {
  return {
    ...producer,
    peakRecordsPerSec: producer.peakRecordsPerSec * factor,
    ...(producer.averageRecordsPerSec === undefined
      ? {}
      : { averageRecordsPerSec: producer.averageRecordsPerSec * factor }),
  }
}
