/**
 * Published figures and what is predicted of them.
 */
import { useEffect, useMemo, useState } from 'react'
import type { BacktestedPoint } from '../../../contracts/backtest.ts'
import type { PublishedFigure } from '../../../presentation/backtest/published-figures.ts'
import { publishedFiguresBlocks } from '../../../presentation/backtest/published-figures-blocks.ts'
import { workbench } from '../../api.ts'
import { errorNotice, useNotify } from '../../application/notices.tsx'
import { DocumentBlocks } from '../../components/document-blocks.tsx'

interface FiguresListProps {
  /** `id` of the offering. */
  readonly model: string
  readonly figures: readonly PublishedFigure[]
}

/** Each published figure with what the model predicts for its configuration. */
export function FiguresList({ model, figures }: FiguresListProps) {
  const points = useBacktest(model, figures.length > 0)
  const blocks = useMemo(() => (figures.length === 0 ? [] : publishedFiguresBlocks(figures, points)), [figures, points])
  if (blocks.length === 0) return null
  return (
    <section className="model-part" aria-labelledby="figures-heading">
      <h2 id="figures-heading">Published figures and their predictions</h2>
      <DocumentBlocks blocks={blocks} />
    </section>
  )
}

/** Refits a model without each figure in the workbench; null until that is known. */
function useBacktest(model: string, hasFigures: boolean): readonly BacktestedPoint[] | null {
  const notify = useNotify()
  const [points, setPoints] = useState<readonly BacktestedPoint[] | null>(null)
  useEffect(() => {
    if (!hasFigures) return
    let isCurrent = true
    void workbench.call('models.backtest', { model }).then((outcome) => {
      if (!isCurrent) return
      if (outcome.ok) setPoints(outcome.value)
      else notify(errorNotice(outcome.error))
    })
    return () => {
      isCurrent = false
    }
  }, [model, hasFigures, notify])
  return points
}
