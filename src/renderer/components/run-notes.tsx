import { useEffect, useId, useRef, useState } from 'react'
import type { RunAnnotation, RunListEntry } from '../../contracts/run-record.ts'
import { useIsPresenting } from '../application/presenter.ts'
import { readTags } from '../features/runs/run-filter.ts'
import { LabelledInput } from './labelled-input.tsx'

interface RunNotesProps {
  readonly run: RunListEntry
  readonly onAnnotate: (annotation: RunAnnotation) => void
}

/** The user's tags and notes on a run. In presenter mode they have no host names and cannot be edited. */
export function RunNotes(props: RunNotesProps) {
  return useIsPresenting() ? <ShownNotes run={props.run} /> : <NoteFields {...props} />
}

function ShownNotes({ run: { tags, notes } }: Pick<RunNotesProps, 'run'>) {
  if (tags.length === 0 && notes === '') return null
  return (
    <section aria-label="Remarks on this run">
      {tags.map((tag) => (
        <span className="badge" key={tag}>
          {tag}
        </span>
      ))}
      <p className="shown-notes">{notes}</p>
    </section>
  )
}

/**
 * The fields. They are stored when they lose the focus, and when the component is removed, because a keyboard shortcut
 * changes the view without a blur event.
 */
function NoteFields({ run, onAnnotate }: RunNotesProps) {
  const id = useId()
  const [tags, setTags] = useState(run.tags.join(', '))
  const [notes, setNotes] = useState(run.notes)
  const keep = () => {
    const next = { tags: readTags(tags), notes }
    if (JSON.stringify(next) !== JSON.stringify({ tags: run.tags, notes: run.notes })) onAnnotate(next)
  }
  useOnLeave(keep)
  return (
    <fieldset className="fields" aria-label="Your remarks" onBlur={keep}>
      <LabelledInput label="Tags" value={tags} placeholder="before the upgrade, night" isWide onChange={setTags} />
      <div className="field is-wide notes">
        <div className="field-head">
          <label htmlFor={id}>Notes</label>
        </div>
        <textarea
          id={id}
          value={notes}
          maxLength={10_000}
          placeholder="Anything special about this run"
          onChange={(event) => setNotes(event.target.value)}
        />
      </div>
    </fieldset>
  )
}

/** Runs a function when the component is removed or the window is closed. */
function useOnLeave(work: () => void): void {
  const latest = useRef(work)
  latest.current = work
  useEffect(() => {
    const onHide = () => latest.current()
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      latest.current()
    }
  }, [])
}
