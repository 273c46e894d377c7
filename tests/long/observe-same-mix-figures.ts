/**
 * What two observations of the same mix say of a topic, and how far they may differ. The tolerances are those that the
 * observation of a known load is held to. Retention is left out: a run keeps its records for as long as the run needs them,
 * whatever the scenario says (planned-topics.ts).
 */
import type { Observed } from '../integration/observe-known.ts'

/** How far a figure of the second observation may be from that of the first. */
const permitted = {
  averageRecordsInPerSec: { relative: 0.02 },
  recordValueBytes: { relative: 0.03 },
  recordKeyBytes: { relative: 0.03 },
  headersPerRecord: { relative: 0 },
  headerNameBytes: { relative: 0.03 },
  headerValueBytes: { relative: 0.03 },
  compressionRatio: { relative: 0.05 },
  recordsPerBatch: { relative: 0.1 },
  hottestPartitionShare: { points: 0.03 },
  keyedShare: { points: 0 },
  idempotentShare: { points: 0 },
  partitions: { relative: 0 },
  replicationFactor: { relative: 0 },
  producers: { relative: 0 },
  consumerGroups: { relative: 0 },
} as const satisfies Readonly<Record<string, { readonly relative: number } | { readonly points: number }>>

type Field = keyof typeof permitted | 'compression'

/** A figure or a text of both observations; undefined where an observation does not have it. */
export interface MixFigure {
  readonly field: Field
  readonly first: number | string | undefined
  readonly again: number | string | undefined
}

/** Each field that one of the observations has of the topic. A run puts its own name in front of that of the topic. */
export function figuresOf(topic: string, first: Observed, again: Observed): MixFigure[] {
  const [one, other] = [first, again].map(({ answer }) => {
    const topics: {
      name: string
      figures: Record<string, { value: number }>
      texts: Record<string, { value: string }>
    }[] = answer.observation.topics
    const found = topics.filter(({ name }) => name === topic || name.endsWith(`-${topic}`))
    if (found.length !== 1) throw new Error(`${topic} was observed ${found.length} times`)
    return found[0]
  })
  const figures = (Object.keys(permitted) as (keyof typeof permitted)[]).map((field): MixFigure => {
    return { field, first: one?.figures[field]?.value, again: other?.figures[field]?.value }
  })
  const texts: MixFigure = {
    field: 'compression',
    first: one?.texts.compression?.value,
    again: other?.texts.compression?.value,
  }
  return [...figures, texts].filter((figure) => figure.first !== undefined || figure.again !== undefined)
}

/** The fields that differ by more than is permitted. */
export function differencesOf(figures: readonly MixFigure[]): string[] {
  return figures.flatMap((figure) => (isSame(figure) ? [] : [figure.field]))
}

function isSame({ field, first, again }: MixFigure): boolean {
  if (field === 'compression' || typeof first !== 'number' || typeof again !== 'number') return first === again
  const may = permitted[field]
  // Figures that are meant to be equal are means of sums.
  const slack = 1e-6
  return 'points' in may
    ? Math.abs(again - first) <= may.points + slack
    : Math.abs(again - first) <= (may.relative + slack) * Math.abs(first)
}
