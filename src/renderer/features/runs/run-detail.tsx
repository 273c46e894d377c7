import { useState } from 'react'
import type { RunAnnotation, RunListEntry } from '../../../contracts/run-record.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { RunNotes } from '../../components/run-notes.tsx'
import { runInProgress, runTitle } from './run-title.ts'

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
  const locked = { disabledBecause: isLocked ? runInProgress : null, reasonAs: 'tooltip' } as const
  return (
    <div className="run-detail">
      <p>{run.sentence}</p>
      <RunNotes run={run} onAnnotate={(annotation) => onAnnotate(run.id, annotation)} />
      <div className="actions">
        <ButtonWithReason {...locked} onClick={() => onOpen(run.id)}>
          Open
        </ButtonWithReason>
        <ButtonWithReason {...locked} onClick={() => onAgain(run.id)}>
          Run again
        </ButtonWithReason>
        <ButtonWithReason {...locked} className="plain" onClick={() => setConfirmingDelete(true)}>
          Delete
        </ButtonWithReason>
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
