import { z } from 'zod'
import { displayName, identifier, positive } from './primitives.ts'
import { endpointUrl } from './run-plan.ts'
import { deployment } from './scenario.ts'

/** A request to observe a cluster from files, metrics endpoints or a reading. */
export const observeRequest = z.strictObject({
  /** Files. Each is a source. Values of several sources for one field are merged. */
  paths: z.array(z.string().min(1)).max(1000),
  /** Pasted rows of a spreadsheet, or the text of an export, as one more source. Left out: none. */
  pastedText: z.string().min(1).max(10_000_000).optional(),
  /** A Prometheus server whose history is read. Left out: none. */
  prometheusUrl: endpointUrl('http://prometheus:9090').optional(),
  /** Jolokia agents, one per broker. Left out: none. */
  jolokiaUrls: z.array(endpointUrl('http://broker-1:8778/jolokia')).max(200).optional(),
  /** Time between the two queries of the Jolokia agents. Left out: 30 s. */
  looksApartMs: positive.max(3_600_000).optional(),
  /** A reading of the cluster in the workspace, as one more source. At least one source is required. */
  readingId: identifier.optional(),
  /** Name of the observation. Left out: the first file. */
  name: displayName.optional(),
  /** What the cluster runs on. Left out: a source says it, or it is not known. */
  deployment: deployment.optional(),
})
export type ObserveRequest = z.output<typeof observeRequest>
