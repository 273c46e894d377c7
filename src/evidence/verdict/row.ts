/**
 * A row of the verdict table, and the judgement that it gives.
 */
import { type VerdictKind, type VerdictReasonCode, verdictReason } from '../../contracts/verdict.ts'
import { lowerFirst } from '../../units/first-letter.ts'
import type { VerdictFacts } from './facts.ts'

/** Values for the {names} of a row's sentence. */
export type SentenceValues = Readonly<Record<string, string>>

/** One rule of the verdict. */
export interface VerdictRow {
  /** Unique name of the rule, as in docs/verdicts.md. */
  readonly id: string
  /** When the rule applies, in words for docs/verdicts.md. */
  readonly condition: string
  readonly verdict: VerdictKind
  readonly reasonCode: VerdictReasonCode
  /** The reason for users, which follows the verdict's own words. {names} are replaced with values from `match`. */
  readonly sentence: string
  /** Returns the values of the sentence, or null if the row does not apply. */
  readonly match: (facts: VerdictFacts) => SentenceValues | null
  /** Returns whether the deployment's limit was reached. By default the diagnosis decides. */
  readonly limitReached?: (facts: VerdictFacts) => boolean
}

/** The judgement that a row gives on a run. */
export interface Judgement {
  /** `id` of the row. */
  readonly rowId: string
  readonly verdict: VerdictKind
  readonly reasonCode: VerdictReasonCode
  /** The verdict and its reason in words for users. */
  readonly reason: string
  /** True if the deployment's limit was reached. If it is left out, the diagnosis decides. */
  readonly limitReached?: boolean
}

/** Judges facts by a row; null if the row does not apply. */
export function judgeByRow(row: VerdictRow, facts: VerdictFacts): Judgement | null {
  const values = row.match(facts)
  if (values === null) return null
  const { id: rowId, verdict, reasonCode } = row
  const reason = verdictReason(verdict, filledSentence(row, values))
  const judgement = { rowId, verdict, reasonCode, reason }
  return row.limitReached === undefined ? judgement : { ...judgement, limitReached: row.limitReached(facts) }
}

/** The sentence of a row with its values. */
export function filledSentence({ sentence }: Pick<VerdictRow, 'sentence'>, values: SentenceValues): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/**
 * A sentence as part of another one: without its full stop, and with a lower-case first letter unless that is a name.
 */
export function asClause(sentence: string): string {
  const clause = sentence.replace(/\.$/, '')
  return /^(?!Headroom\b)[A-Z][a-z]/.test(clause) ? lowerFirst(clause) : clause
}
