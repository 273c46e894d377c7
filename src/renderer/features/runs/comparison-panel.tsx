import { formatValue } from '../../../charts/value-format.ts'
import type { Outcome } from '../../../contracts/app-error.ts'
import type { ComparedMeasure, RunComparison } from '../../../contracts/run-comparison.ts'
import { measureLabels } from '../../../presentation/labels.ts'
import { formatPercent } from '../../../units/ratio.ts'
import { useHideHosts } from '../../application/presenter.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { NumberHead } from '../../components/number-head.tsx'
import type { RunSets } from './run-sets.ts'

/** Two sets of runs, compared as soon as both have one; tested from four a side. */
export function ComparisonPanel({ sets, onClear }: { readonly sets: RunSets; readonly onClear: () => void }) {
  const { one, other } = sets
  const isAsked = one.length > 0 && other.length > 0
  const { outcome } = useOutcome('runs.compare', isAsked ? { one: [...one], other: [...other] } : null)
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
      {outcome.ok ? <Comparison comparison={outcome.value} /> : <NotComparable error={outcome.error} />}
    </section>
  )
}

function Comparison({ comparison: { measures, doubts } }: { readonly comparison: RunComparison }) {
  const hide = useHideHosts()
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <NumberHead>A</NumberHead>
            <NumberHead>B</NumberHead>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ measure, one, other, sentence }) => (
            <tr key={measure}>
              <th scope="row">{measureLabels[measure]}</th>
              {[one, other].map(({ mean, relativeSpread }, index) => (
                <td className="is-number" key={index === 0 ? 'A' : 'B'}>
                  {formatMean(measure, mean)}
                  {relativeSpread === null ? null : (
                    <span className="quiet line">± {formatPercent(relativeSpread)}</span>
                  )}
                </td>
              ))}
              <td>{sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {doubts.map((doubt) => (
        <p className="quiet" key={doubt}>
          {hide(doubt)}
        </p>
      ))}
    </>
  )
}

function formatMean(measure: ComparedMeasure, mean: number): string {
  if (measure === 'responseP99Us') return formatValue(mean, 'latency-us')
  return formatValue(mean, measure === 'recordsPerSec' ? 'records-per-sec' : 'bytes-per-sec')
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
