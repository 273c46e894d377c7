/**
 * The time without load between two runs of a campaign.
 */
import type { CampaignRequest } from '../contracts/campaign-record.ts'
import { defaultQuotaWindowMs } from '../contracts/plan-windows.ts'

/**
 * Quota windows after which a run no longer affects the quota of the next one. One would be enough; the second allows for
 * differences of clocks.
 */
const quietWindows = 2

/** Time without load between two runs, in ms: that of the campaign, else two of its quota windows. */
export function coolDownMsOf({ campaign, quotaWindowSeconds }: CampaignRequest): number {
  const windowSeconds = quotaWindowSeconds ?? campaign.quotaWindowSeconds
  const windowMs = windowSeconds === undefined ? defaultQuotaWindowMs : windowSeconds * 1000
  return campaign.coolDownMs ?? quietWindows * windowMs
}
