/**
 * The common result of all readers of sources: facts about the cluster, its topics and its groups.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { Knowledge, ObservedSource, OpenQuestion, TimeSpan } from '../contracts/observation.ts'
import type { ClusterField, ReadField, TopicField, TopicText } from '../contracts/observation-fields.ts'
import type { Deployment } from '../contracts/scenario.ts'

/** The origin and the accuracy of a fact. */
export interface Known {
  readonly how: Knowledge
  /** The time that the fact describes; null if the source does not state it. */
  readonly span: TimeSpan | null
  /** Expected error at 95 %, relative to the value; null if unknown. */
  readonly relativeError: number | null
  /** Bounds at 95 % if they are not symmetrical about the value. */
  readonly interval?: { readonly low: number; readonly high: number }
}

/** The value of one field of the cluster, of a topic, or of a group's reads of a topic. */
export type Fact = Known &
  (
    | { readonly of: 'cluster'; readonly field: ClusterField; readonly value: number }
    | { readonly of: 'topic'; readonly topic: string; readonly field: TopicField; readonly value: number }
    | { readonly of: 'topic-text'; readonly topic: string; readonly field: TopicText; readonly value: string }
    | {
        readonly of: 'read'
        readonly topic: string
        readonly group: string
        readonly field: ReadField
        readonly value: number
      }
  )

/** Everything that was read from one source. */
export interface SourceReading {
  readonly source: Omit<ObservedSource, 'id'>
  readonly facts: readonly Fact[]
  readonly questions: readonly OpenQuestion[]
  /** The offering and size that the cluster runs on, if the source states them. */
  readonly deployment?: Pick<Deployment, 'offering' | 'size'>
}

/** The facts of a source, or all problems of the source. */
export type ReadingOutcome =
  | { readonly reading: SourceReading; readonly problems: readonly [] }
  | { readonly reading: null; readonly problems: readonly Problem[] }

/** A file to be read. */
export interface SourceFile {
  /** Name that problems and the observation's sources show. */
  readonly name: string
  /** Null for text that does not come from a file. */
  readonly sha256: string | null
  readonly text: string
}

/** Upper bound of the problems listed for one file. */
const maxProblems = 20

/** The outcome for a source with problems. The first twenty are listed; the others are counted. */
export function refused(name: string, problems: readonly Problem[]): ReadingOutcome {
  const more = problems.length - maxProblems
  const listed = problems.slice(0, maxProblems)
  if (more > 0) listed.push({ place: name, message: `and ${more} more problems like these` })
  return { reading: null, problems: listed }
}

/** Note on every source whose reader was only tested with files written by hand from documentation. */
export const builtFromDocumentation =
  'Its reader was built from documentation and never tested with a real export. Check a few figures against the source.'
