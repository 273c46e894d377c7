import { useState } from 'react'
import type { RunListEntry } from '../../../contracts/run-record.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { RunOutcome } from './run-outcome.tsx'
import { runInProgress, runTime, runTitle } from './run-title.ts'

interface RunListProps {
  readonly runs: readonly RunListEntry[]
  readonly shownRunId: string | null
  readonly isLocked: boolean
  readonly onOpen: (runId: string) => void
  readonly onDelete: (runId: string) => void
  readonly onAll: () => void
}

/** At most this many runs are listed. The runs view lists all. */
const maxListed = 8

/** The newest runs, for the validation view, and a button that opens the runs view. */
export function RunList({ runs, shownRunId, isLocked, onOpen, onDelete, onAll }: RunListProps) {
  const [runToDelete, setRunToDelete] = useState<RunListEntry | null>(null)
  const locked = { disabledBecause: isLocked ? runInProgress : null, reasonAs: 'tooltip' } as const
  return (
    <section className="group" aria-labelledby="runs-heading">
      <h2 id="runs-heading">Earlier runs</h2>
      {runs.length === 0 ? <p className="quiet">None yet. Every run is kept here, including stopped ones.</p> : null}
      <ul className="lines">
        {runs.slice(0, maxListed).map((run) => (
          <li key={run.id} className="run-entry" aria-current={run.id === shownRunId}>
            <ButtonWithReason {...locked} className="open" onClick={() => onOpen(run.id)}>
              <span className="run-title">
                <span>{run.scenarioName}</span>
                <RunOutcome run={run} />
              </span>
              <span className="quiet">
                {runTime(run.createdAtEpochMs)} · {run.targetLabel}
              </span>
            </ButtonWithReason>
            <ButtonWithReason {...locked} className="plain" onClick={() => setRunToDelete(run)}>
              Delete<span className="visually-hidden"> {runTitle(run)}</span>
            </ButtonWithReason>
          </li>
        ))}
      </ul>
      {runs.length > maxListed ? (
        <button type="button" className="plain" onClick={onAll}>
          All {runs.length} runs
        </button>
      ) : null}
      {runToDelete === null ? null : (
        <ConfirmDialog
          question={`Delete the run “${runTitle(runToDelete)}”?`}
          detail="Its samples and its result are deleted permanently. Exported reports stay."
          confirmLabel="Delete"
          onConfirm={() => onDelete(runToDelete.id)}
          onClosed={() => setRunToDelete(null)}
        />
      )}
    </section>
  )
}
