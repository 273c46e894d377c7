/**
 * Describes the chart of an offering's published figures: predicted / published of each, numbered as in the table.
 */
import type { Band } from '../contracts/primitives.ts'
import type { ChartDescription } from './chart-description.ts'
import { ratioScale } from './scales.ts'
import { stepBands, stepLikely, stepScale } from './steps.ts'
import { formatValue } from './value-format.ts'

/** A published figure and the prediction from its configuration, in the same unit. */
export interface PredictedFigure {
  readonly label: string
  readonly published: number
  readonly predicted: Band
  /** Why the median error does not count the figure; null if it does. Such figures come last. */
  readonly whyNotCounted: string | null
  /** Prediction of the model refitted without the figure; null if the figure cannot be left out. */
  readonly leftOut?: number | null
}

/** Free space above the highest band. */
const axisPaddingFactor = 1.05
/** A predicted / published above this is outside the plot. Only the table has it. */
const maxShownRatio = 2.5

/** The chart of an offering's published figures. There must be at least one. */
export function publishedFiguresChart(figures: readonly PredictedFigure[]): ChartDescription {
  const steps = figures.map(({ published, predicted: { low, likely, high } }, index) => ({
    x: index + 1,
    expected: { low: low / published, likely: likely / published, high: high / published },
  }))
  const highest = Math.max(1, ...steps.map(({ expected }) => expected.high)) * axisPaddingFactor
  const inside = steps.filter(({ expected: { low, high } }) => low <= 1 && high >= 1).length
  return {
    kind: 'backtest',
    title: 'Predicted over published',
    textAlternative: `${inside} of ${figures.length} published figures lie inside the band that is predicted from their configuration. ${furthestText(figures)}`,
    x: stepScale('published figure, as numbered in the table', figures.length),
    y: ratioScale('predicted / published', Math.min(highest, maxShownRatio)),
    series: [
      ...stepBands(steps),
      {
        kind: 'line',
        id: 'predicted',
        label: 'predicted, likely',
        mark: 'predicted-likely',
        points: steps.flatMap(stepLikely),
      },
      {
        kind: 'line',
        id: 'published',
        label: 'published',
        mark: 'published',
        points: steps.map(({ x }) => ({ x, y: 1 })),
      },
      ...leftOutSeries(figures),
    ],
    annotations: notCountedShade(figures),
    table: {
      columns: [
        { id: 'figure', label: 'Figure', format: 'text' },
        { id: 'low', label: 'Predicted / published, low', format: 'ratio' },
        { id: 'likely', label: 'Likely', format: 'ratio' },
        { id: 'high', label: 'High', format: 'ratio' },
        { id: 'left-out', label: 'Refitted without it', format: 'ratio' },
      ],
      rows: steps.map(({ x, expected: { low, likely, high } }) => [
        `${x}. ${figures[x - 1]?.label ?? ''}`,
        low,
        likely,
        high,
        leftOutRatio(figures[x - 1]),
      ]),
    },
  }
}

function leftOutRatio(figure: PredictedFigure | undefined): number | null {
  return figure?.leftOut == null ? null : figure.leftOut / figure.published
}

/** Predictions that were made without the figure itself; no series if there are none. */
function leftOutSeries(figures: readonly PredictedFigure[]): ChartDescription['series'] {
  const points = figures.flatMap((figure, index) => {
    const y = leftOutRatio(figure)
    return y === null ? [] : [{ x: index + 1, y }]
  })
  return points.length === 0
    ? []
    : [{ kind: 'line', id: 'left-out', label: 'predicted, refitted without it', mark: 'left-out', points }]
}

/** Shades the figures that the median error does not count. */
function notCountedShade(figures: readonly PredictedFigure[]): ChartDescription['annotations'] {
  const first = figures.findIndex(({ whyNotCounted }) => whyNotCounted !== null)
  if (first < 0) return []
  return [{ kind: 'shade', from: first + 0.5, to: figures.length + 0.5, label: 'not in the median' }]
}

/** A sentence on the counted figure with the largest error; empty if no figure is counted. */
function furthestText(figures: readonly PredictedFigure[]): string {
  const counted = figures.filter(({ whyNotCounted }) => whyNotCounted === null)
  const furthest = counted.reduce<{ readonly label: string; readonly error: number } | null>((worst, figure) => {
    const error = figure.predicted.likely / figure.published - 1
    return worst === null || Math.abs(error) > Math.abs(worst.error) ? { label: figure.label, error } : worst
  }, null)
  if (furthest === null) return ''
  const by = formatValue(Math.abs(furthest.error), 'ratio')
  return `Of those that the median counts, “${furthest.label}” has the largest error: predicted ${by} ${furthest.error < 0 ? 'too low' : 'too high'}.`
}
