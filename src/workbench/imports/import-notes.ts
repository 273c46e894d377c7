/**
 * What must be known to read an imported run's figures.
 */
import type { ImportedClient } from '../../contracts/imported-run.ts'

/** What notes are made from. */
export interface NotedImport {
  readonly parts: readonly ImportedClient[]
  readonly repeats: number
  /** True where it is laid on the prediction of a scenario. */
  readonly isLaid: boolean
}

/** Sentences, those about all clients first. */
export function importNotes({ parts, repeats, isLaid }: NotedImport): string[] {
  const producers = parts.filter(({ role }) => role === 'producer')
  const consumers = parts.filter(({ role }) => role === 'consumer')
  return [
    ...(Math.max(producers.length, consumers.length) > repeats
      ? ['Clients are summed as having run at the same time; their outputs do not prove it.']
      : []),
    ...(parts.every((part) => part.wireBytesPerSec === null) && parts.some((part) => part.payloadBytesPerSec !== null)
      ? ['Only payload is told; bytes on the wire are not.']
      : []),
    ...(producers.length > 1 || repeats > 1
      ? ['Latencies are shown a client: percentiles without their histograms cannot be merged.']
      : []),
    ...(consumers.length === 0 ? ['No consumer was imported: the rate of reading is not known.'] : []),
    ...(producers.length === 0 ? ['No producer was imported: the rate of writing is not known.'] : []),
    ...(isLaid
      ? ['It is taken as a run of this scenario on its deployment: the outputs do not tell what they ran against.']
      : []),
  ]
}
