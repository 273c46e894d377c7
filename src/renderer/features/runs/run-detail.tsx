import { useId, useState } from 'react'
import type { RunAnnotation, RunListEntry } from '../../../contracts/run-record.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { readTags } from './run-filter.ts'
import { runTime } from './run-time.ts'

/** What a run of the table can be asked for. */
export interface RunDetailProps {
  readonly run: RunListEntry
  /** True while a run is live: it stays in sight. */
  readonly isLocked: boolean
  readonly onOpen: (runId: string) => void
  readonly onAgain: (runId: string) => void
  readonly onDelete: (runId: string) => void
  readonly onAnnotate: (runId: string, annotation: RunAnnotation) => void
}

/** The sentence of a run, what people say about it, and what can be done with it. */
export function RunDetail({ run, isLocked, onOpen, onAgain, onDelete, onAnnotate }: RunDetailProps) {
  const [isDoomed, setDoomed] = useState(false)
  const made = runTime(run.createdAtEpochMs)
  return (
    <div className="run-detail">
      <p>{run.sentence}</p>
      <Annotation run={run} onAnnotate={(annotation) => onAnnotate(run.id, annotation)} />
      <div className="actions">
        <button type="button" disabled={isLocked} onClick={() => onOpen(run.id)}>
          Open
        </button>
        <button type="button" disabled={isLocked} onClick={() => onAgain(run.id)}>
          Run again
        </button>
        <button type="button" className="plain" disabled={isLocked} onClick={() => setDoomed(true)}>
          Delete
        </button>
        <span className="quiet">{run.id}</span>
      </div>
      {isDoomed ? (
        <ConfirmDialog
          question={`Delete the run of ${made}?`}
          detail={`“${run.scenarioName}”: its samples and its result are gone for good. Exported reports stay.`}
          confirmLabel="Delete"
          onCancel={() => setDoomed(false)}
          onConfirm={() => onDelete(run.id)}
        />
      ) : null}
    </div>
  )
}

interface AnnotationProps {
  readonly run: RunListEntry
  readonly onAnnotate: (annotation: RunAnnotation) => void
}

/** Kept when the field is left. */
function Annotation({ run, onAnnotate }: AnnotationProps) {
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
