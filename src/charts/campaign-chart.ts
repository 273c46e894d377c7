/**
 * Describes the chart of a campaign: measured points with intervals, the predicted curve, and published figures if any.
 */
import type { MeasuredStep, PredictedStep, PublishedStep } from '../contracts/campaign-step-points.ts'
import type { FigureName } from '../contracts/figures.ts'
import type { ChartDescription, Series, TableCell } from './chart-description.ts'
import { rateScale, recordRateScale, valueScale } from './scales.ts'
import { measuredMeanLabel } from './shared-labels.ts'
import { atStep, stepBands, stepLikely, stepScale } from './steps.ts'
import { formatValue, type ValueFormat } from './value-format.ts'

/** The x axis. It shows either a quantity, or the numbers of the steps, which begin with 1. */
export type CampaignAxis =
  | { readonly kind: 'linear' | 'logarithmic'; readonly title: string; readonly from: number; readonly to: number }
  | { readonly kind: 'steps'; readonly count: number }

/** Input of the chart. Rates are in the unit of `figure`. */
export interface CampaignChartInput {
  readonly title: string
  readonly figure: FigureName
  readonly axis: CampaignAxis
  readonly predicted: readonly PredictedStep[]
  readonly measured: readonly MeasuredStep[]
  readonly published: readonly PublishedStep[]
}

/** Free space above the highest value, so that no mark touches the edge. */
const axisPaddingFactor = 1.08

const figureTitles: Readonly<Record<FigureName, string>> = {
  ingressWireBytesPerSec: 'ingress, wire',
  ingressPayloadBytesPerSec: 'ingress, payload',
  egressWireBytesPerSec: 'egress, wire',
  egressPayloadBytesPerSec: 'egress, payload',
  recordsPerSec: 'records written',
}

/** The chart of a campaign. */
export function campaignChart(input: CampaignChartInput): ChartDescription {
  const { figure, axis, measured, predicted } = input
  const isByteRate = figure !== 'recordsPerSec'
  const format: ValueFormat = isByteRate ? 'bytes-per-sec' : 'records-per-sec'
  const highest = highestOf(input)
  const what = figureTitles[figure]
  const y = isByteRate
    ? rateScale(what, highest * axisPaddingFactor)
    : recordRateScale(what, highest * axisPaddingFactor)
  return {
    kind: 'campaign',
    title: input.title,
    textAlternative: textOf(input, format),
    x:
      axis.kind === 'steps'
        ? stepScale('step, as numbered in the table', axis.count)
        : valueScale(axis.title, 'number', axis),
    y,
    // The line of the offered load is cut off at the top of the plot.
    series: seriesOf(input, y.max),
    annotations: [],
    table: {
      columns: [
        { id: 'step', label: 'Step', format: 'text' },
        { id: 'runs', label: 'Runs', format: 'count' },
        { id: 'offered', label: 'Offered', format },
        { id: 'low', label: 'Predicted, low', format },
        { id: 'likely', label: 'Likely', format },
        { id: 'high', label: 'High', format },
        { id: 'mean', label: measuredMeanLabel, format },
        { id: 'measured-low', label: 'From', format },
        { id: 'measured-high', label: 'To', format },
      ],
      rows: measured.length === 0 ? predicted.map(predictedRow) : measured.map(measuredRow),
    },
  }
}

function measuredRow({ label, runs, offered, expected, measured }: MeasuredStep): TableCell[] {
  return [
    label,
    runs,
    offered,
    expected.low,
    expected.likely,
    expected.high,
    measured.mean,
    measured.low,
    measured.high,
  ]
}

function predictedRow({ x, offered, expected }: CampaignChartInput['predicted'][number]): TableCell[] {
  return [formatValue(x, 'number'), null, offered, expected.low, expected.likely, expected.high, null, null, null]
}

function highestOf({ predicted, measured, published }: CampaignChartInput): number {
  return Math.max(
    1,
    ...predicted.map(({ expected }) => expected.high),
    ...measured.map((step) => step.measured.high),
    ...published.map(({ value }) => value),
  )
}

function seriesOf({ axis, predicted, measured, published }: CampaignChartInput, top: number): Series[] {
  // Steps without an order do not form a curve, so each has its own band.
  const band: Series[] =
    axis.kind === 'steps'
      ? stepBands(predicted)
      : [
          {
            kind: 'band',
            id: 'predicted-band',
            label: 'predicted, band',
            points: predicted.map(({ x, expected }) => ({ x, low: expected.low, high: expected.high })),
          },
        ]
  return [
    ...band,
    {
      kind: 'line',
      id: 'predicted',
      label: 'predicted, likely',
      mark: 'predicted-likely',
      points:
        axis.kind === 'steps'
          ? predicted.flatMap(stepLikely)
          : predicted.map(({ x, expected }) => ({ x, y: expected.likely })),
    },
    {
      kind: 'line',
      id: 'offered',
      label: 'offered',
      mark: 'offered',
      points: predicted.flatMap(({ x, offered }) => {
        const y = offered <= top ? offered : null
        return axis.kind === 'steps' ? atStep(x, y) : [{ x, y }]
      }),
    },
    {
      kind: 'intervals',
      id: 'measured',
      label: 'measured, mean and 95 % interval',
      mark: 'measured-mean',
      points: measured.map(({ x, measured: { mean: y, low, high } }) => ({ x, y, low, high, text: '' })),
    },
    ...(published.length === 0
      ? []
      : [
          {
            kind: 'line',
            id: 'published',
            label: 'published',
            mark: 'published',
            points: published.map(({ x, value }) => ({ x, y: value })),
          } as const,
        ]),
  ]
}

function textOf({ measured, published }: CampaignChartInput, format: ValueFormat): string {
  if (measured.length === 0) return 'The predicted curve; nothing was measured yet.'
  const sentences = measured.map(({ label, measured: found, expected }) => {
    const band = `${formatValue(expected.low, format)} to ${formatValue(expected.high, format)}`
    return `${label}: measured ${formatValue(found.mean, format)}, predicted ${band}.`
  })
  const publishedText = published.length === 0 ? '' : ` ${published.length} published figures stand beside them.`
  return `Measured against predicted. ${sentences.slice(0, 12).join(' ')}${sentences.length > 12 ? ` And ${sentences.length - 12} more.` : ''}${publishedText}`
}
