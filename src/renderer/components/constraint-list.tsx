import { memo } from 'react'
import { constraintName, demandOfCapacity } from '../../charts/constraint-labels.ts'
import { bindsText, constraintsInOrder } from '../../charts/utilisation-chart.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { formatPercent } from '../../units/ratio.ts'
import { ConstraintWhy } from './constraint-why.tsx'

/** Every limit beside its demand; each can be asked why. */
export const ConstraintList = memo(function ConstraintList({ prediction }: { readonly prediction: Prediction }) {
  const binding = new Set(prediction.binding.map((entry) => entry.id))
  return (
    <section>
      <h2>Why: every limit with its formula and source</h2>
      <ul className="lines">
        {constraintsInOrder(prediction).map((constraint) => (
          <li key={constraint.id}>
            <details className="why">
              <summary>
                <span>
                  {constraintName(constraint)}
                  {binding.has(constraint.id) ? <span className="binds"> {bindsText(prediction)}</span> : null}
                </span>
                <span className="number">
                  {demandOfCapacity(constraint)} · {formatPercent(constraint.utilisation)}
                </span>
                <span className="ask">why?</span>
              </summary>
              <ConstraintWhy constraint={constraint} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
})
