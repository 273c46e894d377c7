/**
 * Published figures and what is predicted of them: a chart over all, and a row each with its source.
 */
import { useMemo } from 'react'
import { publishedFiguresChart } from '../../../charts/published-figures-chart.ts'
import { formatInUnit } from '../../../units/in-unit.ts'
import { formatPercent } from '../../../units/ratio.ts'
import { ChartView } from '../../components/chart-view.tsx'
import { SourceLine } from '../../components/source-line.tsx'
import type { PublishedFigure } from './published-figures.ts'

const chartRem = 16

/** Each published figure with what the model makes of its configuration. */
export function FiguresList({ figures }: { readonly figures: readonly PublishedFigure[] }) {
  const chart = useMemo(() => (figures.length === 0 ? null : publishedFiguresChart(figures)), [figures])
  if (chart === null) return null
  return (
    <section className="model-part" aria-labelledby="figures-heading">
      <h2 id="figures-heading">Published figures, and what is predicted from their configurations</h2>
      <p className="quiet">
        Errors are those of the model as it stands. What it predicts when refitted without a point is on the page of the
        backtest and in “headroom models backtest”.
      </p>
      <ChartView description={chart} heightRem={chartRem} />
      <table>
        <thead>
          <tr>
            <th scope="col" className="is-number">
              No.
            </th>
            <th scope="col">Figure</th>
            <th scope="col" className="is-number">
              Published
            </th>
            <th scope="col" className="is-number">
              Predicted
            </th>
            <th scope="col" className="is-number">
              Error
            </th>
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
  const { label, published, predicted, unit, error, apart, source } = figure
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
      <td className="is-number">
        {formatInUnit(predicted.likely, unit)}
        <span className="quiet line">
          {formatInUnit(predicted.low, unit)} to {formatInUnit(predicted.high, unit)}
        </span>
      </td>
      <td className="is-number">
        {error === null ? '–' : `${error < 0 ? '−' : '+'}${formatPercent(Math.abs(error))}`}
      </td>
    </tr>
  )
}
