import type { RunListEntry } from '../../../contracts/run-record.ts'
import { outcomeLabel } from '../../../presentation/labels.ts'

/** The outcome of a run in a list: a word, in the tone of that word. */
export function RunOutcome({ run }: { readonly run: RunListEntry }) {
  const status = run.isStopped === true ? 'stopped' : run.status
  return <span className={`verdict-${status === 'complete' ? run.verdict : status}`}>{outcomeLabel(run)}</span>
}
