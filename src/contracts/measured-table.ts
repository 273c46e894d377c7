/**
 * A measured table: what a vendor published for its tiers, as few parameters that explain all of its figures.
 */
import { z } from 'zod'
import { parameter, positiveParameter, shareParameter } from './parameter.ts'
import { displayName, identifier, positive, positiveCount } from './primitives.ts'

/** A tier with the resources by which the figures scale. */
export const tableTier = z.strictObject({
  id: identifier,
  name: displayName,
  nodes: positiveCount,
  coresPerNode: positive,
  memoryBytesPerNode: positive.optional(),
  storageBytesPerNode: positive.optional(),
})

/**
 * Rate of a tier on a cloud at the reference workload:
 * rate of the cloud x (cores of a node)^coresExponent x (nodes / referenceNodes)^nodesExponent.
 */
export const measuredTable = z.strictObject({
  tiers: z.array(tableTier).min(1),
  /** What was run for the figures: they hold for it, other workloads are derived. */
  reference: z.strictObject({ nodes: positiveCount, recordValueBytes: positive, replicationFactor: positiveCount }),
  /** Records a second of one-core nodes, by cloud. */
  clouds: z.record(identifier, positiveParameter),
  coresExponent: parameter,
  nodesExponent: parameter,
  /** Share of a record's cost that grows with its bytes, at the reference size; the rest is paid per record. */
  byteShare: shareParameter,
  /** What a replica costs beside the leader's write. */
  replicaCost: parameter,
  /** Half the width of the band: spread of published figures around the model. */
  residual: parameter,
})
