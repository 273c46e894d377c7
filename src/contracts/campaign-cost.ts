/**
 * What a campaign costs, as far as that is known before it starts: a sentence for terminal and window.
 */
import type { CampaignPreview } from './campaign-record.ts'

/** States bytes and hours, because services bill these. Their prices are in the user's contract. */
export function campaignCostText({ target, isAtMost }: CampaignPreview): string {
  if (target.kind !== 'connection') return 'It costs this machine’s time, and disk until its topics are deleted.'
  const atMost = isAtMost ? 'at most ' : ''
  return `A service that bills bytes or hours bills ${atMost}the amounts above, what consumers read of them, and their replicas until the topics are deleted.`
}
