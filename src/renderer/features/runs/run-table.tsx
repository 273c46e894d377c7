import { useState } from 'react'
import type { RunListEntry } from '../../../contracts/run-record.ts'
import { formatCount } from '../../../units/count.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { RunDetail, type RunDetailProps } from './run-detail.tsx'
import { RunOutcome } from './run-outcome.tsx'
import { type RunSets, withRun } from './run-sets.ts'
import { runTime, runTitle } from './run-title.ts'

interface RunTableProps extends Omit<RunDetailProps, 'run'> {
  readonly runs: readonly RunListEntry[]
  /** The filter as text. When it changes, the table returns to its first page. */
  readonly foundBy: string
  readonly sets: RunSets
  readonly onSets: (sets: RunSets) => void
}

const pageSize = 50

/** A table of runs in pages, newest first. Each run expands to its details and actions. */
export function RunTable({ runs, foundBy, ...rest }: RunTableProps) {
  const [chosen, setChosen] = useState({ foundBy, page: 0 })
  const page = chosen.foundBy === foundBy ? chosen.page : 0
  const setPage = (next: number) => setChosen({ foundBy, page: next })
  const [openId, setOpenId] = useState<string | null>(null)
  const last = Math.max(0, Math.ceil(runs.length / pageSize) - 1)
  const shown = Math.min(page, last)
  const from = shown * pageSize
  return (
    <>
      <table className="run-table">
        <thead>
          <tr>
            <th scope="col">
              A<span className="visually-hidden">: first set of the comparison</span>
            </th>
            <th scope="col">
              B<span className="visually-hidden">: other set of the comparison</span>
            </th>
            <th scope="col">Run</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        {runs.slice(from, from + pageSize).map((run) => (
          <RunRows
            key={run.id}
            {...{ ...rest, run }}
            isOpen={run.id === openId}
            onToggle={() => setOpenId(run.id === openId ? null : run.id)}
          />
        ))}
      </table>
      {last === 0 ? null : (
        <nav className="actions" aria-label="Pages of runs">
          <ButtonWithReason
            disabledBecause={shown === 0 ? 'These are the newest runs.' : null}
            reasonAs="tooltip"
            onClick={() => setPage(shown - 1)}
          >
            Newer
          </ButtonWithReason>
          <span className="number">
            {formatCount(from + 1)} to {formatCount(Math.min(from + pageSize, runs.length))} of{' '}
            {formatCount(runs.length)}
          </span>
          <ButtonWithReason
            disabledBecause={shown === last ? 'These are the oldest runs.' : null}
            reasonAs="tooltip"
            onClick={() => setPage(shown + 1)}
          >
            Older
          </ButtonWithReason>
        </nav>
      )}
    </>
  )
}

interface RunRowsProps extends RunDetailProps, Pick<RunTableProps, 'sets' | 'onSets'> {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function RunRows({ sets, onSets, isOpen, onToggle, ...detail }: RunRowsProps) {
  const { run } = detail
  const { id, scenarioName, targetLabel, createdAtEpochMs, tags, notes } = run
  const name = runTitle(run)
  return (
    <tbody className={isOpen ? 'is-open' : undefined}>
      <tr>
        {(['one', 'other'] as const).map((set) => (
          <td key={set}>
            <input
              type="checkbox"
              aria-label={`${set === 'one' ? 'A' : 'B'}: ${name}`}
              checked={sets[set].includes(id)}
              onChange={(event) => onSets(withRun(sets, set, id, event.target.checked))}
            />
          </td>
        ))}
        <th scope="row">
          <button type="button" className="plain" aria-expanded={isOpen} onClick={onToggle}>
            {scenarioName}
          </button>
          {tags.map((tag) => (
            <span className="badge" key={tag}>
              {tag}
            </span>
          ))}
          <span className="quiet line one-line">
            {runTime(createdAtEpochMs)} · {targetLabel}
            {notes === '' ? '' : ` · ${notes}`}
          </span>
        </th>
        <td>
          <RunOutcome run={run} />
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={2} />
          <td colSpan={2}>
            <RunDetail {...detail} />
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}
