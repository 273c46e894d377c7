import { predict } from '../../../../src/capacity/predict.ts'
import { recordsPerFullBatch, wireBytesPerRecord } from '../../../../src/capacity/record-batch.ts'
import type { Offering } from '../../../../src/contracts/offering.ts'
import type { Constraint, Prediction } from '../../../../src/contracts/prediction.ts'
import type { Deployment } from '../../../../src/contracts/scenario.ts'
import { smallScenario } from '../known-files.ts'

/** Traffic as a source writes it, in MB/s on the wire, on an offering. */
export interface KnownCase extends Partial<Pick<Deployment, 'size' | 'asOf' | 'tier' | 'zones'>> {
  readonly ingressMegabytesPerSec?: number
  /** Groups that read everything: egress is ingress x groups. */
  readonly groups?: number
  readonly partitions?: number
  readonly replicationFactor?: number
  readonly isIdempotent?: boolean
  readonly recordValueBytes?: number
  readonly retentionMs?: number
  readonly connections?: number
}

/** Twenty producers and groups of twenty with full batches of 1 MB, so that no client is what limits. */
export function predictKnown(offering: Offering, known: KnownCase): Prediction {
  const { ingressMegabytesPerSec = 1, groups = 1, partitions = 120, replicationFactor = 3 } = known
  const { recordValueBytes = 1000, isIdempotent = false, retentionMs, connections, ...deployment } = known
  const batching = { recordValueBytes, recordKeyBytes: 0, lingerMs: 60_000, batchBytes: 1_000_000, compressionRatio: 1 }
  const producer = { ...batching, clients: 20, maxInFlight: 1000, isIdempotent }
  const topic = { partitions, replicationFactor, ...(retentionMs === undefined ? {} : { retentionMs }) }
  const wireBytes = wireBytesPerRecord(batching, recordsPerFullBatch(batching))
  const peakRecordsPerSec = (ingressMegabytesPerSec * 1_000_000) / wireBytes
  const scenario = smallScenario({
    topic,
    producer: { ...producer, peakRecordsPerSec },
    group: groups === 0 ? null : { count: groups, members: 20 },
    ...(connections === undefined ? {} : { workload: { connections: { total: connections } } }),
    deployment: { offering: offering.id, size: 1, asOf: undefined, ...deploymentOf(deployment) },
  })
  return predict(scenario, offering)
}

function deploymentOf({ size, asOf, tier, zones }: KnownCase) {
  return {
    ...(size === undefined ? {} : { size }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(tier === undefined ? {} : { tier }),
    ...(zones === undefined ? {} : { zones }),
  }
}

/** One constraint of a prediction by its id. */
export function constraintNamed(prediction: Prediction, id: string): Constraint {
  const found = prediction.constraints.find((each) => each.id === id)
  if (found) return found
  throw new Error(`no constraint ${id}; there are ${prediction.constraints.map((each) => each.id).join(', ')}`)
}
