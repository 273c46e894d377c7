import { useState } from 'react'
import type { CampaignListEntry } from '../../../contracts/campaign-record.ts'
import { runTime } from '../runs/run-time.ts'

interface CampaignListProps {
  readonly campaigns: readonly CampaignListEntry[]
  readonly shownId: string | null
  readonly isLocked: boolean
  readonly onOpen: (campaignId: string) => void
}

/** At most this many campaigns are listed until the user asks for all. */
const maxListed = 8

/** The campaigns of the workspace (benchmarks and others), newest first. */
export function CampaignList({ campaigns, shownId, isLocked, onOpen }: CampaignListProps) {
  const [isAll, setAll] = useState(false)
  const left = isAll ? 0 : campaigns.length - maxListed
  return (
    <section className="group" aria-labelledby="campaigns-heading">
      <h2 id="campaigns-heading">Earlier campaigns</h2>
      {campaigns.length === 0 ? (
        <p className="quiet">None yet. Every benchmark is kept here, including stopped ones.</p>
      ) : null}
      <ul className="lines">
        {campaigns
          .slice(0, isAll ? campaigns.length : maxListed)
          .map(({ id, name, status, runs, createdAtEpochMs, targetLabel }) => (
            <li key={id} className="run-entry" aria-current={id === shownId}>
              <button type="button" className="open" disabled={isLocked} onClick={() => onOpen(id)}>
                <span className="run-title">
                  <span>{name}</span>
                  <span className="quiet">{status}</span>
                </span>
                <span className="quiet">
                  {runTime(createdAtEpochMs)} · {runs === 1 ? '1 run' : `${runs} runs`} · {targetLabel}
                </span>
              </button>
            </li>
          ))}
      </ul>
      {left > 0 ? (
        <button type="button" className="plain" onClick={() => setAll(true)}>
          Show {left} more
        </button>
      ) : null}
    </section>
  )
}
