import { z } from 'zod'
import { displayName } from './primitives.ts'
import { deployment } from './scenario.ts'

/** A request to observe a cluster from what was exported of it. */
export const observeRequest = z.strictObject({
  /** Files, each one source. What several say of one field is merged. */
  paths: z.array(z.string().min(1)).min(1).max(1000),
  /** Name of the observation. Left out: the first file. */
  name: displayName.optional(),
  /** What the cluster runs on. Left out: what a source says, or not known. */
  deployment: deployment.optional(),
})
export type ObserveRequest = z.output<typeof observeRequest>
