/**
 * A campaign's chart: its measured steps laid over the curve that its prediction has along the same axis.
 */
import { type CampaignChartInput, campaignChart } from '../../charts/campaign-chart.ts'
import type { ChartDescription } from '../../charts/chart-description.ts'
import type { CampaignRecord, CampaignSummary } from '../../contracts/campaign-record.ts'
import type { FigureName } from '../../contracts/figures.ts'
import { campaignCurve } from '../../planning/campaign-curve.ts'

/** The chart of a campaign as far as it went, in one figure. */
export function chartOfCampaign(
  record: CampaignRecord,
  summary: CampaignSummary,
  figure: FigureName,
): ChartDescription {
  return campaignChart(chartInput(record, summary, figure))
}

function chartInput(record: CampaignRecord, { steps }: CampaignSummary, figure: FigureName): CampaignChartInput {
  const { request, offering, target } = record
  const curve = campaignCurve(
    request.campaign,
    steps.map(({ stepId }) => stepId),
    {
      offering,
      scale: target?.scale ?? request.scale ?? 1,
      context: {
        allowsBurst: request.target.kind === 'connection',
        ...(target?.brokers == null ? {} : { brokers: target.brokers }),
      },
    },
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
    published: [],
  }
}
