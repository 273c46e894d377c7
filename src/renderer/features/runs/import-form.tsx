/**
 * The options of an import: the comparison with a prediction, repeats, and the columns of a CSV file.
 */
import { useId, useState } from 'react'
import { importColumnFields, readImportColumn } from '../../../contracts/import-columns.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import type { ImportOptions, RunsForm } from './use-runs-state.ts'

interface ImportFormProps {
  readonly scenario: Scenario
  readonly form: RunsForm
  readonly onChange: (change: Partial<RunsForm>) => void
  readonly onImport: (options: ImportOptions) => void
}

/** The form, with a button that chooses the files and imports them. */
export function ImportForm({ scenario, form, onChange, onImport }: ImportFormProps) {
  const { comparesWithScenario, areRepeats, columns } = form
  const readings = columns.split('\n').flatMap((line) => (line.trim() === '' ? [] : [readImportColumn(line)]))
  const problem = readings.find((reading) => !reading.ok)?.problem
  const importFiles = () =>
    onImport({
      ...(comparesWithScenario ? { scenario } : {}),
      areRepeats,
      columns: readings.flatMap((reading) => (reading.ok ? [reading.column] : [])),
    })
  return (
    <section className="group" aria-labelledby="import-heading">
      <h2 id="import-heading">What other tools measured</h2>
      <label className="check">
        <input
          type="checkbox"
          checked={comparesWithScenario}
          onChange={(event) => onChange({ comparesWithScenario: event.target.checked })}
        />
        Compare with “{scenario.name}”
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={areRepeats}
          onChange={(event) => onChange({ areRepeats: event.target.checked })}
        />
        The files are repeats of one benchmark
      </label>
      <ColumnsField text={columns} problem={problem} onChange={(text) => onChange({ columns: text })} />
      <div className="actions">
        <ButtonWithReason
          disabledBecause={problem === undefined ? null : 'needs valid columns above'}
          onClick={importFiles}
        >
          Import files…
        </ButtonWithReason>
      </div>
    </section>
  )
}

interface ColumnsFieldProps {
  readonly text: string
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
}

function ColumnsField({ text, problem, onChange }: ColumnsFieldProps) {
  const id = useId()
  // The fold is open if columns were typed earlier, because they still apply to the import.
  const [isOpenAtFirst] = useState(text !== '')
  return (
    <details className="fold" open={isOpenAtFirst}>
      <summary>Columns of a CSV file</summary>
      <div className="field is-wide">
        <div className="field-head">
          <label htmlFor={id}>One column per line: field=heading [unit]</label>
        </div>
        <textarea
          id={id}
          rows={3}
          spellCheck={false}
          autoComplete="off"
          placeholder={'ingressPayloadBytesPerSec=written [MiB/s]\nrecordsPerSec=rate'}
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-note`} className={problem === undefined ? 'quiet' : 'field-problem'}>
          {problem ?? `Fields: ${importColumnFields.join(', ')}.`}
        </p>
      </div>
    </details>
  )
}
