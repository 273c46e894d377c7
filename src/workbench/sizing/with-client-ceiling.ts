import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { Scenario } from '../../contracts/scenario.ts'

/**
 * Adds the ceilings of a client probe to a scenario. Ceilings that the scenario has are kept. A producer client gets
 * the record rate of the probed process, or its byte rate if its records are larger than the probed ones. A client host
 * gets the byte rate of the probed machine.
 *
 * The probe only writes, so the ceilings of consumers stay unknown.
 */
export function withClientCeiling(
  scenario: Scenario,
  { probe, payloadBytesPerSec }: Pick<ClientCeiling, 'probe' | 'payloadBytesPerSec'>,
): Scenario {
  const { workload } = scenario
  const producers = workload.producers.map((producer) => {
    const recordBytes = producer.recordValueBytes + producer.recordKeyBytes
    const probed = probe.recordsPerSec * Math.min(1, probe.recordBytes / Math.max(1, recordBytes))
    return { ...producer, mostRecordsPerSec: producer.mostRecordsPerSec ?? probed }
  })
  const clientHost = workload.clientHost ?? { producePayloadBytesPerSec: payloadBytesPerSec }
  return { ...scenario, workload: { ...workload, producers, clientHost } }
}
