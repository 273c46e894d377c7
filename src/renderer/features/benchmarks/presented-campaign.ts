/**
 * Campaigns without host names, for presenter mode. Pure.
 */
import type { CampaignListEntry } from '../../../contracts/campaign-record.ts'
import { cleanCampaign } from '../../../contracts/redact.ts'
import { type HideHosts, presentedError } from '../validation/presented-run.ts'
import type { CampaignView } from './campaign-view.ts'

type Found = NonNullable<CampaignView['found']>

/** The results of a campaign without host names. Figures and tables are unchanged. */
export function presentedFound({ record, summary }: Found, hide: HideHosts): Found {
  return {
    record: cleanCampaign(record, true),
    summary: { ...summary, sentence: hide(summary.sentence), doubts: summary.doubts.map(hide) },
  }
}

/** A campaign without host names; `found` has none already. */
export function presentedCampaign(view: CampaignView, found: CampaignView['found'], hide: HideHosts): CampaignView {
  const { doing, progress, error } = view
  return {
    ...view,
    found,
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
  return campaigns.map((each) => ({ ...each, name: hide(each.name), targetLabel: hide(each.targetLabel) }))
}
