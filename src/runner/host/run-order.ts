/**
 * What a run is made of, and how long its parts may take.
 */
import type { Secrets } from '../../contracts/connection.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { RunShare } from '../../contracts/run-share.ts'
import type { HostMessage } from '../../contracts/runner-protocol.ts'
import type { Target } from '../../contracts/target.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import type { ClusterShelf } from './cluster-shelf.ts'

/** What a run is made of. */
export type RunOrder = {
  readonly plan: RunPlan
  readonly target: Target
  readonly secrets: Secrets
  /** What this host does of the plan, where others do the rest. */
  readonly share?: RunShare | undefined
  /** The embedded cluster is put back on the shelf at the end. */
  readonly keepsCluster: boolean
  /** Where a cluster of an earlier run may stand. */
  readonly shelf: ClusterShelf
  readonly client: ClientDescription
  readonly stateDirectory: string
  send(message: HostMessage): void
}

/** Connecting, joining and the first fetch of all partitions. */
export const setUpTimeoutMs = 90_000

/** A start further away than this is a mistake in units. */
export const furthestStartMs = 3_600_000

/** After the load's end workers hand over what was due before it. */
export const tailMs = 150

/** A share ends by `finish`; where that does not come, so long after the longest drain. */
export const finishGraceMs = 60_000

/** Bounds of the end, in haste (10 s from a lost controller to nothing left) and in peace. */
export const settleMs = { hasty: 4_000, patient: 20_000 } as const
export const closeGraceMs = { hasty: 2_000, patient: 6_000 } as const
