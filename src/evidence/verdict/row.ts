/**
 * A row of the verdict table, and what it says.
 */
import { type VerdictKind, type VerdictReasonCode, verdictReason } from '../../contracts/verdict.ts'
import type { VerdictFacts } from './facts.ts'

/** Values for the {names} of a row's sentence. */
export type SentenceValues = Readonly<Record<string, string>>

/** One rule of the verdict. */
export interface VerdictRow {
  /** Unique; names the rule in docs/verdicts.md. */
  readonly id: string
  /** When it applies, for docs/verdicts.md. */
  readonly condition: string
  readonly verdict: VerdictKind
  readonly reasonCode: VerdictReasonCode
  /** For users, after the verdict's own words; {names} are filled by `match`. */
  readonly sentence: string
  /** Null where the row does not apply. */
  readonly match: (facts: VerdictFacts) => SentenceValues | null
  /** Whether the deployment's limit was reached. Left out: follows from the diagnosis. */
  readonly limitReached?: (facts: VerdictFacts) => boolean
}

/** What a row says of a run. */
export interface Judgement {
  /** `id` of the row. */
  readonly rowId: string
  readonly verdict: VerdictKind
  readonly reasonCode: VerdictReasonCode
  /** The verdict and its reason in words for users. */
  readonly reason: string
  /** Left out: follows from the diagnosis. */
  readonly limitReached?: boolean
}

/** What a row says of these facts; null where it does not apply. */
export function judgeByRow(row: VerdictRow, facts: VerdictFacts): Judgement | null {
  const values = row.match(facts)
  if (values === null) return null
  const { id: rowId, verdict, reasonCode, sentence } = row
  const reason = verdictReason(verdict, fill(sentence, values))
  const judgement = { rowId, verdict, reasonCode, reason }
  return row.limitReached === undefined ? judgement : { ...judgement, limitReached: row.limitReached(facts) }
}

function fill(sentence: string, values: SentenceValues): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** A sentence as part of another one: without its full stop, and with a lower-case first letter unless it is a name. */
export function asClause(sentence: string): string {
  const open = sentence.replace(/\.$/, '')
  return /^(?!Headroom\b)[A-Z][a-z]/.test(open) ? open.charAt(0).toLowerCase() + open.slice(1) : open
}
