/**
 * Writes the notes that are needed to interpret the figures of an imported run.
 */
import type { ImportedClient } from '../../contracts/imported-run.ts'

/** The facts on which the notes depend. */
export interface NotedImport {
  readonly parts: readonly ImportedClient[]
  readonly repeats: number
  /** True if the run is compared with the prediction of a scenario. */
  readonly isCompared: boolean
}

/** Returns the notes. Notes about all clients come first. */
export function importNotes({ parts, repeats, isCompared }: NotedImport): string[] {
  const producers = parts.filter(({ role }) => role === 'producer')
  const consumers = parts.filter(({ role }) => role === 'consumer')
  return [
    ...(Math.max(producers.length, consumers.length) > repeats
      ? ['The clients’ figures are added up as if all ran at the same time; the outputs do not prove it.']
      : []),
    ...(parts.every((part) => part.wireBytesPerSec === null) && parts.some((part) => part.payloadBytesPerSec !== null)
      ? ['The outputs give payload bytes only, no wire bytes.']
      : []),
    ...(producers.length > 1 || repeats > 1
      ? ['Latencies are shown per client, because percentiles cannot be merged without histograms.']
      : []),
    ...(consumers.length === 0 ? ['No consumer was imported, so the read rate is not known.'] : []),
    ...(producers.length === 0 ? ['No producer was imported, so the write rate is not known.'] : []),
    ...(isCompared
      ? ['It is assumed to be a run of this scenario on its deployment, because the outputs do not name the cluster.']
      : []),
  ]
}
