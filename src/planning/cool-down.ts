/**
 * The time without load between two runs of a campaign.
 */
import type { CampaignRequest } from '../contracts/campaign-record.ts'
import { defaultQuotaWindowMs } from '../contracts/plan-windows.ts'

/**
 * After this many quota windows a run no longer affects the quota of the next one. One would be enough; the second allows
 * for differences of clocks.
 */
const quietWindows = 2

/** Time without load between two runs, in ms: as the campaign states it; otherwise two of its quota windows. */
export function coolDownMsOf({ campaign, quotaWindowSeconds }: CampaignRequest): number {
  const windowSeconds = quotaWindowSeconds ?? campaign.quotaWindowSeconds
  const windowMs = windowSeconds === undefined ? defaultQuotaWindowMs : windowSeconds * 1000
  return campaign.coolDownMs ?? quietWindows * windowMs
}
