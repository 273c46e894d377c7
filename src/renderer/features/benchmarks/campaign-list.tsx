import type { CampaignListEntry } from '../../../contracts/campaign-record.ts'
import { counted } from '../../../units/count.ts'
import { EarlierList } from '../../components/earlier-list.tsx'
import { runTime } from '../runs/run-title.ts'

interface CampaignListProps {
  readonly campaigns: readonly CampaignListEntry[]
  readonly shownId: string | null
  readonly isLocked: boolean
  readonly onOpen: (campaignId: string) => void
}

/** The campaigns of the workspace (benchmarks and others), newest first. */
export function CampaignList({ campaigns, shownId, isLocked, onOpen }: CampaignListProps) {
  return (
    <EarlierList
      id="campaigns"
      heading="Earlier campaigns"
      emptyText="None yet. Every benchmark is kept here, including stopped ones."
      entries={campaigns.map(({ id, name, status, runs, createdAtEpochMs, targetLabel }) => ({
        id,
        title: (
          <>
            <span>{name}</span>
            <span className="quiet">{status}</span>
          </>
        ),
        detail: (
          <span className="quiet">
            {runTime(createdAtEpochMs)} · {counted(runs, 'run')} · {targetLabel}
          </span>
        ),
      }))}
      shownId={shownId}
      lockedBecause={isLocked ? 'A benchmark is in progress.' : null}
      onOpen={onOpen}
    />
  )
}
