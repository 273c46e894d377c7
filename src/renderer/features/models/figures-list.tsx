/**
 * Published figures and what is predicted of them: a chart over all, and a row each with its source.
 */

import { useEffect, useMemo, useState } from 'react'
import { publishedFiguresChart } from '../../../charts/published-figures-chart.ts'
import type { BacktestedPoint } from '../../../contracts/backtest.ts'
import { scoresOf } from '../../../evidence/backtest-scores.ts'
import { median } from '../../../evidence/median.ts'
import { formatInUnit } from '../../../units/in-unit.ts'
import { formatPercent, formatSignedPercent } from '../../../units/ratio.ts'
import { workbench } from '../../api.ts'
import { errorNotice, useNotify } from '../../application/notices.tsx'
import { ChartView } from '../../components/chart-view.tsx'
import { NumberHead } from '../../components/number-head.tsx'
import { SourceLine } from '../../components/source-line.tsx'
import { type PublishedFigure, withLeftOut } from './published-figures.ts'

const chartRem = 16

interface FiguresListProps {
  /** `id` of the offering. */
  readonly model: string
  readonly figures: readonly PublishedFigure[]
}

/** Each published figure with what the model makes of its configuration. */
export function FiguresList({ model, figures: plain }: FiguresListProps) {
  const points = useBacktest(model, plain.length > 0)
  const figures = useMemo(() => withLeftOut(plain, points ?? []), [plain, points])
  const chart = useMemo(() => (figures.length === 0 ? null : publishedFiguresChart(figures)), [figures])
  if (chart === null) return null
  return (
    <section className="model-part" aria-labelledby="figures-heading">
      <h2 id="figures-heading">Published figures, and what is predicted from their configurations</h2>
      <p className="quiet">{leftOutSentence(points, figures)}</p>
      <ChartView description={chart} heightRem={chartRem} />
      <table>
        <thead>
          <tr>
            <NumberHead>No.</NumberHead>
            <th scope="col">Figure</th>
            <NumberHead>Published</NumberHead>
            <NumberHead>Error at first sight</NumberHead>
            <NumberHead>Predicted today</NumberHead>
            <NumberHead>Error today</NumberHead>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure, index) => (
            <Figure key={figure.id} figure={figure} number={index + 1} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Figure({ figure, number }: { readonly figure: PublishedFigure; readonly number: number }) {
  const { label, published, predicted, unit, error, apart, source, leftOut, firstSight } = figure
  return (
    <tr>
      <td className="is-number">{number}</td>
      <th scope="row">
        {label}
        {apart === null ? null : <span className="quiet line">{apart}</span>}
        <SourceLine source={source} />
      </th>
      <td className="is-number">
        {error === null ? '≥ ' : ''}
        {formatInUnit(published, unit)}
      </td>
      <td className="is-number">{firstSightText(firstSight)}</td>
      <td className="is-number">
        {formatInUnit(predicted.likely, unit)}
        <span className="quiet line">
          {formatInUnit(predicted.low, unit)} to {formatInUnit(predicted.high, unit)}
        </span>
      </td>
      <td className="is-number">
        {errorText(error)}
        {leftOut === null ? null : <span className="quiet line">without it {errorText(leftOut / published - 1)}</span>}
      </td>
    </tr>
  )
}

function firstSightText(firstSight: PublishedFigure['firstSight']): string {
  if (firstSight === null) return 'not known'
  if (firstSight.error !== null) return formatSignedPercent(firstSight.error)
  return firstSight.isInside === false ? 'bound missed' : 'bound reached'
}

function errorText(error: number | null): string {
  return error === null ? '–' : formatSignedPercent(error)
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

/** What leaving out says of the model, and what it does not. */
function leftOutSentence(points: readonly BacktestedPoint[] | null, figures: readonly PublishedFigure[]): string {
  if (points === null) return 'Errors are those of the model as it stands; it is being refitted without each figure …'
  const errors = figures.flatMap(({ leftOut, published }) =>
    leftOut === null ? [] : [Math.abs(leftOut / published - 1)],
  )
  const middle = median(errors)
  if (middle === null) return 'Errors are those of the model as it stands; no figure can be left out of its fit.'
  const missed = `${errors.length === 1 ? 'it' : `these ${errors.length}`} by ${formatPercent(middle)}${errors.length === 1 ? '' : ' (median)'}`
  return `Refitted without the figure that it predicts, the model misses ${missed}. ${publicationSentence(points)}`
}

/** Figures of one publication say much the same: without all of them the fit often has nothing to go by. */
function publicationSentence(points: readonly BacktestedPoint[]): string {
  const { points: told, medianAbsError, notIdentifiedPoints: open } = scoresOf(points, 0).withoutPublication
  const others = medianAbsError === null ? '' : `, and it misses the other ${told} by ${formatPercent(medianAbsError)}`
  return `Without all figures of its publication ${open} of ${open + told} are not identified by the rest${others}.`
}
