/**
 * Words the cost of a campaign for terminal and window, as far as the cost is known before the start.
 */
import type { CampaignPreview } from './campaign-record.ts'

/** Names what services bill (bytes, hours) and no prices, because those are in the user's contract. */
export function campaignCostText({ target, isAtMost }: CampaignPreview): string {
  if (target.kind !== 'connection') return 'It costs this machine’s time, and disk until its topics are deleted.'
  const atMost = isAtMost ? 'at most ' : ''
  return `A service that bills bytes or hours bills ${atMost}the amounts above, what consumers read of them, and their replicas until the topics are deleted.`
}
