import type { ReadingListEntry } from '../../../contracts/kept-reading.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { runTime } from '../runs/run-title.ts'

interface KeptReadingsProps {
  readonly readings: readonly ReadingListEntry[]
  readonly isLocked: boolean
  readonly onResume: (readingId: string) => void
  readonly onUse: (readingId: string) => void
}

/** At most this many readings are listed: the newest. */
const maxListed = 5

/** The stored readings of running clusters. An incomplete one can be resumed. Any can be made into an observation again. */
export function KeptReadings({ readings, isLocked, onResume, onUse }: KeptReadingsProps) {
  if (readings.length === 0) return null
  const lockedBecause = isLocked ? 'A reading is in progress.' : null
  return (
    <section className="group" aria-labelledby="readings-heading">
      <h2 id="readings-heading">Readings of clusters</h2>
      <ul className="lines">
        {readings.slice(0, maxListed).map(({ id, name, createdAtEpochMs, isComplete }) => (
          <li key={id} className="run-entry">
            <span>
              <span className="run-title">{name}</span>
              <span className="quiet line">
                {runTime(createdAtEpochMs)}
                {isComplete ? '' : ' · stopped early'}
              </span>
            </span>
            {isComplete ? null : (
              <ButtonWithReason
                className="plain"
                disabledBecause={lockedBecause}
                reasonAs="tooltip"
                onClick={() => onResume(id)}
              >
                Resume<span className="visually-hidden"> {name}</span>
              </ButtonWithReason>
            )}
            <ButtonWithReason
              className="plain"
              disabledBecause={lockedBecause}
              reasonAs="tooltip"
              onClick={() => onUse(id)}
            >
              Observe again<span className="visually-hidden"> {name}</span>
            </ButtonWithReason>
          </li>
        ))}
      </ul>
    </section>
  )
}
