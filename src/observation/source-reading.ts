/**
 * What every reader of a source gives: facts about the cluster, its topics and its groups.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { Knowledge, ObservedSource, OpenQuestion, TimeSpan } from '../contracts/observation.ts'
import type { ClusterField, ReadField, TopicField, TopicText } from '../contracts/observation-fields.ts'
import type { Deployment } from '../contracts/scenario.ts'

/** How a fact is known. */
export interface Known {
  readonly how: Knowledge
  readonly span: TimeSpan | null
  /** Expected error at 95 %, relative to the value; null if unknown. */
  readonly relativeError: number | null
  /** Bounds at 95 % where they are not symmetrical about the value. */
  readonly interval?: { readonly low: number; readonly high: number }
}

/** One value of one field of one thing. */
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

/** What a source says. */
export interface SourceReading {
  readonly source: Omit<ObservedSource, 'id'>
  readonly facts: readonly Fact[]
  readonly questions: readonly OpenQuestion[]
  /** What the cluster runs on, if the source says it. */
  readonly deployment?: Pick<Deployment, 'offering' | 'size'>
}

/** A source that was read, or everything that is wrong with it. */
export type ReadingOutcome =
  | { readonly reading: SourceReading; readonly problems: readonly [] }
  | { readonly reading: null; readonly problems: readonly Problem[] }

/** A file that is to be read. */
export interface SourceFile {
  /** Name as shown in places and sources. */
  readonly name: string
  /** Null for what was not read from a file. */
  readonly sha256: string | null
  readonly text: string
}

/** More problems of one file say nothing new. */
const mostProblems = 20

/** The outcome for a source with problems, of which the first twenty are listed. */
export function refused(name: string, problems: readonly Problem[]): ReadingOutcome {
  const more = problems.length - mostProblems
  const listed = problems.slice(0, mostProblems)
  if (more > 0) listed.push({ place: name, message: `and ${more} more problems like these` })
  return { reading: null, problems: listed }
}

/** Said of every source whose reader has only met files written by hand from documentation. */
export const builtFromDocumentation =
  'Its reader was built from documentation and has never met a real export: check a few figures against the source.'
