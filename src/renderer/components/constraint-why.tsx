import type { Constraint } from '../../contracts/prediction.ts'
import { SourceLine } from './source-line.tsx'

const kindWords: Readonly<Record<Constraint['kind'], string>> = {
  fixed: 'A fixed limit: what exceeds it is refused.',
  guideline: 'A guideline: the service shares one capacity among its guidelines.',
  soft: 'A soft limit: it may be exceeded by luck, do not plan with it.',
  physical: 'A physical bound: it follows from round trips, not from a price list.',
  structural: 'A structural bound: more than this is waste, not refusal.',
}

/** Why a limit is what it is: the formula with its numbers, what kind of limit, source and date. */
export function ConstraintWhy({ constraint }: { readonly constraint: Constraint }) {
  return (
    <div className="why-body">
      <p className="formula">{constraint.formula}</p>
      <p className="quiet">{kindWords[constraint.kind]}</p>
      <SourceLine source={constraint.source} />
    </div>
  )
}
