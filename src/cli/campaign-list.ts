/**
 * The campaigns of a workspace as text.
 */
import type { CampaignListEntry } from '../contracts/campaign-record.ts'
import { alignColumns } from '../presentation/painters/columns.ts'

/** One line per campaign. */
export function campaignListText(campaigns: readonly CampaignListEntry[]): string {
  if (campaigns.length === 0) {
    return 'There are no campaigns in this workspace yet. Make one with: headroom campaign FILE\n'
  }
  const rows = campaigns.map(({ id, createdAtEpochMs, status, name, targetLabel, runs }) => [
    id,
    new Date(createdAtEpochMs).toISOString().slice(0, 16).replace('T', ' '),
    status,
    String(runs),
    name,
    targetLabel,
  ])
  return alignColumns([['campaign', 'made (UTC)', 'status', 'runs', 'name', 'target'], ...rows], [3])
}
