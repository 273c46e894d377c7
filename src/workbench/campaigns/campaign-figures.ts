/**
 * A campaign's chart: its measured steps laid over the curve that its prediction has along the same axis.
 */
import { type CampaignChartInput, campaignChart } from '../../charts/campaign-chart.ts'
import type { ChartDescription } from '../../charts/chart-description.ts'
import type { BenchmarkTable } from '../../contracts/benchmark.ts'
import type { CampaignRecord, CampaignSummary } from '../../contracts/campaign-record.ts'
import type { FigureName } from '../../contracts/figures.ts'
import { type CampaignCurve, type CurveCircumstances, campaignCurve } from '../../planning/campaign-curve.ts'

/** The chart of a campaign as far as it went, in one figure. */
export function chartOfCampaign(
  record: CampaignRecord,
  summary: CampaignSummary,
  figure: FigureName,
): ChartDescription {
  return campaignChart(chartInput(record, summary, figure))
}

/** What the runs of a campaign were, or will be, predicted with. */
export function curveCircumstances({ request, offering, target }: CampaignRecord): CurveCircumstances {
  return {
    offering,
    scale: target?.scale ?? request.scale ?? 1,
    context: {
      allowsBurst: request.target.kind === 'connection',
      ...(target?.brokers == null ? {} : { brokers: target.brokers }),
    },
  }
}

function chartInput(
  record: CampaignRecord,
  { steps, benchmark }: CampaignSummary,
  figure: FigureName,
): CampaignChartInput {
  const curve = campaignCurve(
    record.request.campaign,
    steps.map(({ stepId }) => stepId),
    curveCircumstances(record),
  )
  return {
    title: 'Measured points over the predicted curve',
    figure,
    axis: curve.axis,
    predicted: curve.places.map(({ x, offered, expected }) => ({
      x,
      offered: offered[figure],
      expected: expected[figure],
    })),
    measured: steps.flatMap(({ stepId, label, runIds, offered, expected, measured }) => {
      const x = curve.placeOf(stepId)
      if (x === null) return []
      return [
        {
          x,
          label,
          runs: runIds.length,
          offered: offered[figure],
          expected: expected[figure],
          measured: measured[figure],
        },
      ]
    }),
    published: benchmark === undefined ? [] : publishedPlaces(benchmark, curve, figure),
  }
}

/** What the document printed of a figure, where its cases lie on the axis. */
function publishedPlaces(
  { rows, columns }: BenchmarkTable,
  { placeOf }: CampaignCurve,
  figure: FigureName,
): CampaignChartInput['published'] {
  const column = columns.findIndex((each) => each.figure === figure)
  const unitValue = columns[column]?.unitValue ?? 1
  return rows.flatMap(({ caseId, cells }) => {
    const [x, value] = [placeOf(caseId), cells[column]?.published ?? null]
    return x === null || value === null ? [] : [{ x, value: value * unitValue }]
  })
}
