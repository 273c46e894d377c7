import { type ReactNode, useState } from 'react'
import { ButtonWithReason } from './button-with-reason.tsx'

/** One entry of a list of earlier answers. */
interface EarlierEntry {
  readonly id: string
  readonly title: ReactNode
  readonly detail: ReactNode
}

interface EarlierListProps {
  /** Prefix of the heading's element id. It must be unique in the page. */
  readonly id: string
  readonly heading: string
  readonly emptyText: string
  /** Newest first. */
  readonly entries: readonly EarlierEntry[]
  readonly shownId: string | null
  /** Why no entry can be opened now; left out if entries can be opened. */
  readonly lockedBecause?: string | null
  readonly onOpen: (id: string) => void
}

/** At most this many entries are listed until the user asks for all. */
const maxListed = 8

/** The answers that the workspace keeps, as buttons that open them. */
export function EarlierList(props: EarlierListProps) {
  const { id, heading, emptyText, entries, shownId, lockedBecause = null, onOpen } = props
  const [isAll, setAll] = useState(false)
  const left = isAll ? 0 : entries.length - maxListed
  return (
    <section className="group" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {entries.length === 0 ? <p className="quiet">{emptyText}</p> : null}
      <ul className="lines">
        {entries.slice(0, isAll ? entries.length : maxListed).map((entry) => (
          <li key={entry.id} className="run-entry" aria-current={entry.id === shownId}>
            <ButtonWithReason
              className="open"
              disabledBecause={lockedBecause}
              reasonAs="tooltip"
              onClick={() => onOpen(entry.id)}
            >
              <span className="run-title">{entry.title}</span>
              {entry.detail}
            </ButtonWithReason>
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
