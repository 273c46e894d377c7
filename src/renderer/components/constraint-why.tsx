import type { Constraint } from '../../contracts/prediction.ts'
import { SourceLine } from './source-line.tsx'

const kindWords: Readonly<Record<Constraint['kind'], string>> = {
  fixed: 'A fixed limit: the service refuses what exceeds it.',
  guideline: 'A guideline: all guidelines of the service share one capacity.',
  soft: 'A soft limit: a load may exceed it, but do not plan for that.',
  physical: 'A physical limit: it follows from round trips, not from a price list.',
  structural: 'It does not limit the load: more is not refused, but wasted.',
}

/** The explanation of a limit: formula with numbers, kind of limit, source and date. */
export function ConstraintWhy({ constraint }: { readonly constraint: Constraint }) {
  return (
    <div className="why-body">
      <p className="formula">{constraint.formula}</p>
      <p className="quiet">{kindWords[constraint.kind]}</p>
      <SourceLine source={constraint.source} isLimit />
    </div>
  )
}
