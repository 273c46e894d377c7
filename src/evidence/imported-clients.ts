/**
 * Names of an imported run's clients, and what the outputs of its tools do not contain.
 */
import type { ImportedClient, ImportedLatency } from '../contracts/imported-run.ts'
import type { OutputsRun } from '../contracts/run-record.ts'
import type { Outputs } from '../contracts/samples-or-outputs.ts'

/** A client of an imported run, with its display name. */
export interface NamedClient {
  /** Display name such as "producer 1" or "repeat 2, consumer 3". */
  readonly client: string
  readonly part: ImportedClient
}

/** The two events between which each kind of latency is measured. */
export const latencyLabels: Readonly<Record<ImportedLatency['kind'], string>> = {
  service: 'sent to acknowledged',
  'schedule-delay': 'intended to sent',
  'end-to-end': 'sent to received',
  batch: 'sent to acknowledged, of whole batches',
}

/** The clients of an imported run, numbered by role within each repetition. */
export function clientsOf({ repeats }: Pick<Outputs, 'repeats'>): NamedClient[] {
  return repeats.flatMap(({ parts }, repeat) => {
    const numbers = { producer: 0, consumer: 0 }
    return parts.map((part) => {
      numbers[part.role] += 1
      const prefix = repeats.length > 1 ? `repeat ${repeat + 1}, ` : ''
      return { client: `${prefix}${part.role} ${numbers[part.role]}`, part }
    })
  })
}

/** What Headroom would have measured and these outputs do not contain: clauses without a full stop, to be listed. */
export function missingMetrics({ target, observations }: Pick<OutputsRun, 'target' | 'observations'>): string[] {
  const { repeats, figures, intervals } = observations
  const parts = repeats.flatMap((repeat) => repeat.parts)
  const [isWritten, isRead] = (['producer', 'consumer'] as const).map((role) =>
    parts.some((part) => part.role === role),
  )
  const items: readonly (readonly [isKnown: boolean, what: string])[] = [
    [isWritten === true, 'The rate of writing: no producer is among them'],
    [isRead === true, 'The rate of reading: no consumer is among them'],
    [
      figures.ingressWireBytesPerSec !== null || figures.egressWireBytesPerSec !== null,
      'Bytes on the wire: only payload is reported, before compression and without framing',
    ],
    [!isWritten || figures.recordsPerSec !== null, 'How many records were written'],
    [intervals !== null, 'How much the figures vary: one run gives a mean, three repeats give an interval'],
    [parts.some((part) => part.windows.length > 0), 'The course over time: only totals are reported'],
    [false, 'Response time: no latency is measured from the moment at which a record was due'],
    [false, 'Whether every record arrived once: lost and duplicate records are not counted'],
    [false, 'What held the rate, and whether brokers throttled it'],
    [target !== null, 'Where it ran: versions, settings and the cluster are not reported'],
  ]
  return items.flatMap(([isKnown, what]) => (isKnown ? [] : [what]))
}
