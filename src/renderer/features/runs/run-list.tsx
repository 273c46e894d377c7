import { useState } from 'react'
import type { RunListEntry } from '../../../contracts/run-record.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'

interface RunListProps {
  readonly runs: readonly RunListEntry[]
  readonly shownRunId: string | null
  readonly isLocked: boolean
  readonly onOpen: (runId: string) => void
  readonly onDelete: (runId: string) => void
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Earlier runs, newest first. */
export function RunList({ runs, shownRunId, isLocked, onOpen, onDelete }: RunListProps) {
  const [doomed, setDoomed] = useState<RunListEntry | null>(null)
  return (
    <section className="group" aria-labelledby="runs-heading">
      <h2 id="runs-heading">Earlier runs</h2>
      {runs.length === 0 ? (
        <p className="quiet">None yet. What a run measures is kept here, also when it is stopped.</p>
      ) : null}
      <ul className="lines">
        {runs.map((run) => (
          <li key={run.id} className="run-entry" aria-current={run.id === shownRunId}>
            <button type="button" className="open" disabled={isLocked} onClick={() => onOpen(run.id)}>
              <span className="run-title">
                <span>{run.scenarioName}</span>
                <span className="quiet">{wordOf(run)}</span>
              </span>
              <span className="quiet">
                {timeFormat.format(run.createdAtEpochMs)} · {run.targetLabel}
              </span>
            </button>
            <button type="button" className="plain" disabled={isLocked} onClick={() => setDoomed(run)}>
              Delete<span className="visually-hidden"> the run of {timeFormat.format(run.createdAtEpochMs)}</span>
            </button>
          </li>
        ))}
      </ul>
      {doomed === null ? null : (
        <ConfirmDialog
          question={`Delete the run of ${timeFormat.format(doomed.createdAtEpochMs)}?`}
          detail={`“${doomed.scenarioName}”: its samples and its result are gone for good. Exported reports stay.`}
          confirmLabel="Delete"
          onCancel={() => setDoomed(null)}
          onConfirm={() => {
            onDelete(doomed.id)
            setDoomed(null)
          }}
        />
      )}
    </section>
  )
}

/** The status where the run did not end by its plan, else the verdict. */
function wordOf(run: RunListEntry): string {
  if (run.status !== 'complete') return run.status
  return run.verdict === 'not-proven' ? 'not proven' : (run.verdict ?? 'complete')
}
