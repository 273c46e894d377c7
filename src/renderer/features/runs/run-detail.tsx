import { useState } from 'react'
import type { RunAnnotation, RunListEntry } from '../../../contracts/run-record.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { RunNotes } from '../../components/run-notes.tsx'
import { runTitle } from './run-title.ts'

/** A run of the table, and actions on it. */
export interface RunDetailProps {
  readonly run: RunListEntry
  /** True while a run is live. No other run can be opened then. */
  readonly isLocked: boolean
  readonly onOpen: (runId: string) => void
  readonly onAgain: (runId: string) => void
  readonly onDelete: (runId: string) => void
  readonly onAnnotate: (runId: string, annotation: RunAnnotation) => void
}

/** The details of a run: its sentence, tags and notes, and actions. */
export function RunDetail({ run, isLocked, onOpen, onAgain, onDelete, onAnnotate }: RunDetailProps) {
  const [isConfirmingDelete, setConfirmingDelete] = useState(false)
  return (
    <div className="run-detail">
      <p>{run.sentence}</p>
      <RunNotes run={run} onAnnotate={(annotation) => onAnnotate(run.id, annotation)} />
      <div className="actions">
        <button type="button" disabled={isLocked} onClick={() => onOpen(run.id)}>
          Open
        </button>
        <button type="button" disabled={isLocked} onClick={() => onAgain(run.id)}>
          Run again
        </button>
        <button type="button" className="plain" disabled={isLocked} onClick={() => setConfirmingDelete(true)}>
          Delete
        </button>
        <span className="quiet">{run.id}</span>
      </div>
      {isConfirmingDelete ? (
        <ConfirmDialog
          question={`Delete the run “${runTitle(run)}”?`}
          detail="Its samples and its result are deleted permanently. Exported reports stay."
          confirmLabel="Delete"
          onConfirm={() => onDelete(run.id)}
          onClosed={() => setConfirmingDelete(false)}
        />
      ) : null}
    </div>
  )
}
