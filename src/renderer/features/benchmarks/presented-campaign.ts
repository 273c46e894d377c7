/**
 * Campaigns without host names, for presenter mode. Pure.
 */
import type { CampaignListEntry } from '../../../contracts/campaign-record.ts'
import { cleanCampaign } from '../../../contracts/redact.ts'
import { type HideHosts, presentedError } from '../validation/presented-run.ts'
import type { CampaignView } from './campaign-view.ts'

type Results = NonNullable<CampaignView['results']>

/** The results of a campaign without host names. Figures and tables are unchanged. */
export function presentedResults({ record, summary }: Results, hide: HideHosts): Results {
  return {
    record: cleanCampaign(record, true),
    summary: { ...summary, sentence: hide(summary.sentence), doubts: summary.doubts.map(hide) },
  }
}

/** A campaign without host names. @param results those of the campaign, already without host names */
export function presentedCampaign(view: CampaignView, results: CampaignView['results'], hide: HideHosts): CampaignView {
  const { doing, progress, error } = view
  return {
    ...view,
    results,
    doing: hide(doing),
    progress: progress === null ? null : { ...progress, message: hide(progress.message) },
    error: error === null ? null : presentedError(error, hide),
  }
}

/** Entries of a list of campaigns, without host names. */
export function presentedCampaigns(
  campaigns: readonly CampaignListEntry[],
  hide: HideHosts,
): readonly CampaignListEntry[] {
  return campaigns.map((campaign) => ({
    ...campaign,
    name: hide(campaign.name),
    targetLabel: hide(campaign.targetLabel),
  }))
}
