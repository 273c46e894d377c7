import { memo, useState } from 'react'
import { bindingTexts } from '../../charts/utilisation-chart.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import type { Constraint, Prediction } from '../../contracts/prediction.ts'
import { limitLine, limitsInOrder } from '../../presentation/sizing/limits-table.ts'
import { ConstraintWhy } from './constraint-why.tsx'

/** All limits with their demands. Each can be expanded to show its formula and source. */
export const ConstraintList = memo(function ConstraintList({ prediction }: { readonly prediction: Prediction }) {
  const texts = bindingTexts(prediction)
  return (
    <section>
      <h2>Every limit with its formula and source</h2>
      <ul className="lines">
        {limitsInOrder(prediction).map((constraint) => (
          <ConstraintLine key={constraint.id} constraint={constraint} bindingText={texts.get(constraint.id) ?? ''} />
        ))}
      </ul>
    </section>
  )
})

interface ConstraintLineProps {
  readonly constraint: Constraint
  /** For example "binds", "binds first" or "binds producers"; empty if the limit does not bind. */
  readonly bindingText: string
}

/** One limit. Its explanation is rendered only when it is expanded. */
function ConstraintLine({ constraint, bindingText }: ConstraintLineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details className="why" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span>
            {constraintName(constraint)}
            {bindingText === '' ? null : <span className="binds"> {bindingText}</span>}
          </span>
          <span className="number">{limitLine(constraint)}</span>
          <span className="ask">why?</span>
        </summary>
        {isOpen ? <ConstraintWhy constraint={constraint} /> : null}
      </details>
    </li>
  )
}
