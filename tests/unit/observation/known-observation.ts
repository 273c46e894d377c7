import type { ClusterReading } from '../../../src/contracts/cluster-reading.ts'
import { clusterReading } from '../../../src/contracts/cluster-reading.ts'
import type { Observation } from '../../../src/contracts/observation.ts'
import { condenseReading } from '../../../src/observation/cluster-reading/condense-reading.ts'
import { mergeReadings } from '../../../src/observation/merge.ts'
import { startEpochMs } from './known-reading.ts'

export const knownDeployment = { offering: 'confluent-cloud-dedicated', size: 4 }

export function condensed(reading: ClusterReading) {
  return condenseReading(clusterReading.parse(reading), { label: 'known', sha256: null })
}

/** An observation of nothing but this reading. */
export function observationOf(reading: ClusterReading): Observation {
  return {
    kind: 'headroom.observation',
    schemaVersion: 2,
    id: 'known',
    name: 'known',
    createdAtEpochMs: startEpochMs,
    headroomVersion: '0',
    ...mergeReadings([condensed(reading)]),
    deployment: knownDeployment,
    isRedacted: false,
  }
}
