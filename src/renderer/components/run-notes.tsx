import { useId, useState } from 'react'
import type { RunAnnotation, RunListEntry } from '../../contracts/run-record.ts'
import { readTags } from '../features/runs/run-filter.ts'
import { LabelledInput } from './labelled-input.tsx'

interface RunNotesProps {
  readonly run: RunListEntry
  readonly onAnnotate: (annotation: RunAnnotation) => void
}

/** What people say about a run; kept when the field is left. */
export function RunNotes({ run, onAnnotate }: RunNotesProps) {
  const id = useId()
  const [tags, setTags] = useState(run.tags.join(', '))
  const [notes, setNotes] = useState(run.notes)
  const keep = () => {
    const next = { tags: readTags(tags), notes }
    if (JSON.stringify(next) !== JSON.stringify({ tags: run.tags, notes: run.notes })) onAnnotate(next)
  }
  return (
    <fieldset className="fields" aria-label="What you say about it" onBlur={keep}>
      <LabelledInput label="Tags" value={tags} placeholder="before the upgrade, night" isWide onChange={setTags} />
      <div className="field is-wide notes">
        <div className="field-head">
          <label htmlFor={id}>Notes</label>
        </div>
        <textarea
          id={id}
          value={notes}
          maxLength={10_000}
          placeholder="What was special about it"
          onChange={(event) => setNotes(event.target.value)}
        />
      </div>
    </fieldset>
  )
}
