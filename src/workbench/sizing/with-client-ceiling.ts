import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { Scenario } from '../../contracts/scenario.ts'

/**
 * The scenario with the ceilings from a client probe, unless it has its own. A producer client gets the rate of one load
 * process (for records larger than the probed ones, the byte rate); a client host gets the rate of the probed machine.
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
