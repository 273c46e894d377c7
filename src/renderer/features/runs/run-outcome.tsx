import type { RunListEntry } from '../../../contracts/run-record.ts'
import { outcomeLabel } from '../../../presentation/labels.ts'

/** The outcome of a run in a list: a word, in the tone of that word. */
export function RunOutcome({ run }: { readonly run: RunListEntry }) {
  return <span className={`verdict-${run.status === 'complete' ? run.verdict : run.status}`}>{outcomeLabel(run)}</span>
}
