/**
 * A measured table: the figures that a vendor published for its tiers, described by a few parameters.
 */
import { z } from 'zod'
import { parameter, positiveParameter, shareParameter } from './parameter.ts'
import { displayName, identifier, positive, positiveCount } from './primitives.ts'

/** A tier with the resources that its figures scale with. */
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
  /** The workload with which the figures were measured. Rates of other workloads are derived from it. */
  reference: z.strictObject({ nodes: positiveCount, recordValueBytes: positive, replicationFactor: positiveCount }),
  /** Records/s of one-core nodes, by cloud. */
  clouds: z.record(identifier, positiveParameter),
  coresExponent: parameter,
  nodesExponent: parameter,
  /** Share of a record's cost that grows with its bytes, at the reference size. The rest is a fixed cost per record. */
  byteShare: shareParameter,
  /** Cost of each replica besides the leader's write. */
  replicaCost: parameter,
  /** Half the width of the band: spread of published figures around the model. */
  residual: parameter,
})
