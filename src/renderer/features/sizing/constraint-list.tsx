import { memo } from 'react'
import { constraintName, demandOfCapacity } from '../../../charts/constraint-labels.ts'
import type { Constraint, Prediction } from '../../../contracts/prediction.ts'
import { formatPercent } from '../../../units/ratio.ts'
import { SourceLine } from '../../components/source-line.tsx'

const kindWords: Readonly<Record<Constraint['kind'], string>> = {
  fixed: 'A fixed limit: what exceeds it is refused.',
  guideline: 'A guideline: the service shares one capacity among its guidelines.',
  soft: 'A soft limit: it may be exceeded by luck, do not plan with it.',
  physical: 'A physical bound: it follows from round trips, not from a price list.',
  structural: 'A structural bound: more than this is waste, not refusal.',
}

/** Every limit beside its demand; each can be asked why. */
export const ConstraintList = memo(function ConstraintList({ prediction }: { readonly prediction: Prediction }) {
  const binding = new Set(prediction.binding.map((entry) => entry.id))
  const sorted = [...prediction.constraints].sort(
    (a, b) => Number(binding.has(b.id)) - Number(binding.has(a.id)) || b.utilisation - a.utilisation,
  )
  return (
    <section>
      <h2>Why: every limit with its formula and source</h2>
      <ul className="lines">
        {sorted.map((constraint) => (
          <li key={constraint.id}>
            <details className="why">
              <summary>
                <span>
                  {constraintName(constraint)}
                  {binding.has(constraint.id) ? <span className="binds"> binds</span> : null}
                </span>
                <span className="number">
                  {demandOfCapacity(constraint)} · {formatPercent(constraint.utilisation)}
                </span>
                <span className="ask">why?</span>
              </summary>
              <div className="why-body">
                <p className="formula">{constraint.formula}</p>
                <p className="quiet">{kindWords[constraint.kind]}</p>
                <SourceLine source={constraint.source} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
})
