/**
 * Makes the chart of a campaign: its measured steps over the predicted curve along the same axis.
 */
import { campaignChart } from '../../charts/campaign-chart.ts'
import type { ChartDescription } from '../../charts/chart-description.ts'
import type { CampaignRecord, CampaignSummary } from '../../contracts/campaign-record.ts'
import type { FigureName } from '../../contracts/figures.ts'
import { campaignPoints } from '../../planning/campaign-points.ts'

/** The chart of a campaign for one figure. */
export function chartOfCampaign(
  record: CampaignRecord,
  summary: CampaignSummary,
  figure: FigureName,
): ChartDescription {
  return campaignChart(campaignPoints(record, summary, figure))
}
