/**
 * Describes a chart of a calibration's effect: predicted / measured of each fitted figure, before and after.
 */
import type { Calibration } from '../contracts/calibration.ts'
import { counted } from '../units/count.ts'
import type { ChartDescription } from './chart-description.ts'
import { ratioScale } from './scales.ts'
import { atStep, stepScale } from './steps.ts'
import { formatValue } from './value-format.ts'

/** Free space above the highest mark. */
const axisPaddingFactor = 1.05
/** A ratio of predicted to measured above this is outside the plot. Only the table has it. */
const maxShownRatio = 2.5

/** The chart of a calibration; null for one from an older version of Headroom, which stored no figures. */
export function calibrationChart({ figures, runErrors }: Calibration): ChartDescription | null {
  if (figures === undefined || figures.length === 0) return null
  const steps = figures.map((figure, index) => ({
    x: index + 1,
    label: figure.id,
    isCensored: figure.isCensored,
    before: figure.before / figure.value,
    after: figure.after / figure.value,
  }))
  const highest = Math.max(1, ...steps.flatMap(({ before, after }) => [before, after])) * axisPaddingFactor
  const runs = figures.filter(({ kind }) => kind === 'run').length
  return {
    kind: 'backtest',
    title: 'Predicted over measured, before and after the calibration',
    textAlternative: describeInWords(figures.length, runs, runErrors),
    x: stepScale('figure, as numbered in the table', figures.length),
    y: ratioScale('predicted / measured', Math.min(highest, maxShownRatio)),
    series: [
      line(
        'before',
        'predicted before',
        'offered',
        steps.flatMap(({ x, before }) => atStep(x, before)),
      ),
      line(
        'after',
        'predicted, calibrated',
        'predicted-likely',
        steps.flatMap(({ x, after }) => atStep(x, after)),
      ),
      line(
        'measured',
        'measured',
        'published',
        steps.map(({ x }) => ({ x, y: 1 })),
      ),
    ],
    annotations:
      runs === 0 || runs === figures.length
        ? []
        : [{ kind: 'shade', from: runs + 0.5, to: figures.length + 0.5, label: 'published' }],
    table: {
      columns: [
        { id: 'figure', label: 'Figure', format: 'text' },
        { id: 'before', label: 'Predicted / measured before', format: 'ratio' },
        { id: 'after', label: 'After', format: 'ratio' },
        { id: 'counts', label: 'Counts as', format: 'text' },
      ],
      rows: steps.map(({ x, label, before, after, isCensored }) => [
        `${x}. ${label}`,
        before,
        after,
        isCensored ? 'a lower bound' : 'a figure',
      ]),
    },
  }
}

type Line = Extract<ChartDescription['series'][number], { kind: 'line' }>

function line(id: string, label: string, mark: Line['mark'], points: Line['points']): Line {
  return { kind: 'line', id, label, mark, points }
}

/** The text alternative of the chart. */
function describeInWords(figures: number, runs: number, { before, after }: Calibration['runErrors']): string {
  const published = figures - runs
  const among = `${counted(runs, 'run')}${published === 0 ? '' : ` and ${counted(published, 'published figure')}`}`
  if (before === null || after === null) return `${among} as predicted / measured, before and after.`
  const [was, is] = [formatValue(before, 'ratio'), formatValue(after, 'ratio')]
  return `${among} as predicted / measured: the median error of the runs was ${was} and is ${is}.`
}
