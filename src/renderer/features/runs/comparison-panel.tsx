import type { Outcome } from '../../../contracts/app-error.ts'
import type { RunComparison } from '../../../contracts/run-comparison.ts'
import type { RunListEntry } from '../../../contracts/run-record.ts'
import { comparisonBlocks } from '../../../presentation/run/comparison-blocks.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'
import type { RunSets } from './run-sets.ts'
import { quotedTitles, titlesOfSet } from './run-title.ts'

interface ComparisonPanelProps {
  /** All runs of the workspace. */
  readonly runs: readonly RunListEntry[]
  readonly sets: RunSets
  readonly onClear: () => void
}

/** The comparison of set A with set B; nothing until each has a run. A test of significance needs four runs in each. */
export function ComparisonPanel({ runs, sets, onClear }: ComparisonPanelProps) {
  const { one, other } = sets
  const isAsked = one.length > 0 && other.length > 0
  const names = quotedTitles(runs.filter(({ id }) => one.includes(id) || other.includes(id)))
  const { outcome } = useOutcome('runs.compare', isAsked ? { one: [...one], other: [...other], names } : null)
  if (outcome === null) return null
  return (
    <section className="model-part" aria-labelledby="comparison-heading" aria-live="polite">
      <div className="chart-head">
        <h2 id="comparison-heading">
          A ({one.length}) and B ({other.length}) compared
        </h2>
        <button type="button" className="plain" onClick={onClear}>
          Clear both sets
        </button>
      </div>
      <p className="quiet">
        A: {titlesOfSet(one, runs)}
        <br />
        B: {titlesOfSet(other, runs)}
      </p>
      {outcome.ok ? <Comparison comparison={outcome.value} /> : <NotComparable error={outcome.error} />}
    </section>
  )
}

function Comparison({ comparison }: { readonly comparison: RunComparison }) {
  const hide = useHideHosts()
  const doubts = comparison.doubts.map((doubt) => hide(doubt))
  return <DocumentBlocks blocks={comparisonBlocks({ ...comparison, doubts })} />
}

function NotComparable({ error }: { readonly error: Extract<Outcome<never>, { ok: false }>['error'] }) {
  const hide = useHideHosts()
  return (
    <div role="alert">
      <p>{hide(error.message)}</p>
      <ul>
        {error.problems.map(({ place, message }) => (
          <li key={place + message}>
            {place}: {hide(message)}
          </li>
        ))}
      </ul>
    </div>
  )
}
