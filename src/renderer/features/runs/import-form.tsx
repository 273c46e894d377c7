/**
 * How files of other tools are taken: on which prediction, as repeats, and what the columns of a CSV file hold.
 */
import { useId, useState } from 'react'
import { importColumnFields, readImportColumn } from '../../../contracts/import-columns.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { ImportHow } from './use-runs-desk.ts'

interface ImportFormProps {
  readonly scenario: Scenario
  readonly onImport: (how: ImportHow) => void
}

/** Says how, and asks for the files. */
export function ImportForm({ scenario, onImport }: ImportFormProps) {
  const [isLaid, setLaid] = useState(true)
  const [areRepeats, setRepeats] = useState(false)
  const [columnText, setColumnText] = useState('')
  const readings = columnText.split('\n').flatMap((line) => (line.trim() === '' ? [] : [readImportColumn(line)]))
  const problem = readings.find((reading) => !reading.ok)?.problem
  const take = () =>
    onImport({
      ...(isLaid ? { scenario } : {}),
      areRepeats,
      columns: readings.flatMap((reading) => (reading.ok ? [reading.column] : [])),
    })
  return (
    <section className="group" aria-labelledby="import-heading">
      <h2 id="import-heading">What other tools measured</h2>
      <label className="check">
        <input type="checkbox" checked={isLaid} onChange={(event) => setLaid(event.target.checked)} />
        Lay it on “{scenario.name}”
      </label>
      <label className="check">
        <input type="checkbox" checked={areRepeats} onChange={(event) => setRepeats(event.target.checked)} />
        The files are repeats of one benchmark
      </label>
      <ColumnsField text={columnText} problem={problem} onChange={setColumnText} />
      <div className="actions">
        <button type="button" disabled={problem !== undefined} onClick={take}>
          Import files…
        </button>
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
  return (
    <details className="fold">
      <summary>Columns of a CSV file</summary>
      <div className="field is-wide">
        <div className="field-head">
          <label htmlFor={id}>One column a line: field=heading [unit]</label>
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
