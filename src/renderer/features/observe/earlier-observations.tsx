import { useState } from 'react'
import { sourceKindLabels } from '../../../presentation/observation/sources-section.ts'
import { counted } from '../../../units/count.ts'
import { useAnswer } from '../../asking/use-answer.ts'
import { runTime } from '../runs/run-time.ts'

interface EarlierObservationsProps {
  readonly shownId: string | null
  readonly onOpen: (observationId: string) => void
}

/** At most this many observations are listed until the user asks for all. */
const maxListed = 8

/** The observations of the workspace, newest first. */
export function EarlierObservations({ shownId, onOpen }: EarlierObservationsProps) {
  const observations = useAnswer('observations.list', {}) ?? []
  const [isAll, setAll] = useState(false)
  const left = isAll ? 0 : observations.length - maxListed
  return (
    <section className="group" aria-labelledby="observations-heading">
      <h2 id="observations-heading">Earlier observations</h2>
      {observations.length === 0 ? <p className="quiet">None yet. Every observation is kept here.</p> : null}
      <ul className="lines">
        {observations.slice(0, isAll ? observations.length : maxListed).map((entry) => (
          <li key={entry.id} className="run-entry" aria-current={entry.id === shownId}>
            <button type="button" className="open" onClick={() => onOpen(entry.id)}>
              <span className="run-title">{entry.name}</span>
              <span className="quiet line">
                {runTime(entry.createdAtEpochMs)} · {counted(entry.topics, 'topic')} ·{' '}
                {[...new Set(entry.sources)].map((kind) => sourceKindLabels[kind]).join(', ')}
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
