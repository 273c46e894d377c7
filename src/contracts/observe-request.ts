import { z } from 'zod'
import { displayName, identifier, positive } from './primitives.ts'
import { prometheusUrl } from './run-plan.ts'
import { deployment } from './scenario.ts'

/** A request to observe a cluster from what was exported of it. */
export const observeRequest = z.strictObject({
  /** Files, each one source. What several say of one field is merged. */
  paths: z.array(z.string().min(1)).max(1000),
  /** Pasted rows of a spreadsheet or the text of an export: one more source. */
  pastedText: z.string().min(1).max(10_000_000).optional(),
  /** A Prometheus server, whose history is read. */
  prometheusUrl: prometheusUrl.optional(),
  /** Jolokia agents, one a broker. Left out: none. */
  jolokiaUrls: z.array(prometheusUrl).max(200).optional(),
  /** Time between the two looks at Jolokia agents. Left out: 30 s. */
  looksApartMs: positive.max(3_600_000).optional(),
  /** A reading of the cluster that the workspace has: one more source. At least one source is needed. */
  readingId: identifier.optional(),
  /** Name of the observation. Left out: the first file. */
  name: displayName.optional(),
  /** What the cluster runs on. Left out: what a source says, or not known. */
  deployment: deployment.optional(),
})
export type ObserveRequest = z.output<typeof observeRequest>
