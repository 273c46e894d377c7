/**
 * The published figures of an offering, each with the prediction for its configuration.
 */
import { useMemo } from 'react'
import type { PublishedFigure } from '../../../presentation/backtest/published-figures.ts'
import { publishedFiguresBlocks } from '../../../presentation/backtest/published-figures-blocks.ts'
import { useAnswer } from '../../asking/use-answer.ts'
import { DocumentBlocks } from '../../components/document-blocks.tsx'

interface FiguresListProps {
  /** `id` of the offering. */
  readonly model: string
  readonly figures: readonly PublishedFigure[]
}

/** The list; nothing if there are no published figures. */
export function FiguresList({ model, figures }: FiguresListProps) {
  const points = useAnswer('models.backtest', figures.length === 0 ? null : { model })
  const blocks = useMemo(() => (figures.length === 0 ? [] : publishedFiguresBlocks(figures, points)), [figures, points])
  if (blocks.length === 0) return null
  return (
    <section className="model-part" aria-labelledby="figures-heading">
      <h2 id="figures-heading">Published figures and their predictions</h2>
      <DocumentBlocks blocks={blocks} />
    </section>
  )
}
