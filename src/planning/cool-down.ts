/**
 * The quiet time between two runs of a campaign.
 */
import type { CampaignRequest } from '../contracts/campaign-record.ts'
import { defaultQuotaWindowMs } from '../contracts/plan-windows.ts'

/**
 * Quota windows after which a broker holds nothing of a run against the next one: one would do, the second is for its
 * clocks.
 */
const quietWindows = 2

/** Quiet time between two runs, in ms: the campaign's own, else two of the quota windows that its runs are made with. */
export function coolDownMsOf({ campaign, quotaWindowSeconds }: CampaignRequest): number {
  const windowSeconds = quotaWindowSeconds ?? campaign.quotaWindowSeconds
  const windowMs = windowSeconds === undefined ? defaultQuotaWindowMs : windowSeconds * 1000
  return campaign.coolDownMs ?? quietWindows * windowMs
}
