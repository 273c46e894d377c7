import { memo, useState } from 'react'
import { constraintName, demandOfCapacity } from '../../charts/constraint-labels.ts'
import { bindsText, constraintsInOrder } from '../../charts/utilisation-chart.ts'
import type { Constraint, Prediction } from '../../contracts/prediction.ts'
import { formatPercent } from '../../units/ratio.ts'
import { ConstraintWhy } from './constraint-why.tsx'

/** All limits with their demands; each can be expanded to explain it. */
export const ConstraintList = memo(function ConstraintList({ prediction }: { readonly prediction: Prediction }) {
  const binding = new Set(prediction.binding.map((entry) => entry.id))
  return (
    <section>
      <h2>Every limit with its formula and source</h2>
      <ul className="lines">
        {constraintsInOrder(prediction).map((constraint) => (
          <ConstraintLine
            key={constraint.id}
            constraint={constraint}
            bindsText={binding.has(constraint.id) ? bindsText(prediction) : ''}
          />
        ))}
      </ul>
    </section>
  )
})

interface ConstraintLineProps {
  readonly constraint: Constraint
  /** Empty if it does not bind. */
  readonly bindsText: string
}

/** One limit. Its formula is computed when it is expanded. */
function ConstraintLine({ constraint, bindsText: binds }: ConstraintLineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details className="why" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span>
            {constraintName(constraint)}
            {binds === '' ? null : <span className="binds"> {binds}</span>}
          </span>
          <span className="number">
            {demandOfCapacity(constraint)} · {formatPercent(constraint.utilisation)}
          </span>
          <span className="ask">why?</span>
        </summary>
        {isOpen ? <ConstraintWhy constraint={constraint} /> : null}
      </details>
    </li>
  )
}
