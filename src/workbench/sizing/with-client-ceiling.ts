import type { ClientCeiling } from '../../contracts/client-ceiling.ts'
import type { Scenario } from '../../contracts/scenario.ts'

/**
 * The scenario with what a probe of load clients told, where it says nothing itself: a producer client does what one load
 * process did (records larger than the probed ones count by their bytes), a client host what the machine of the probe can.
 *
 * The probe writes only: what members of groups can read stays unknown.
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
