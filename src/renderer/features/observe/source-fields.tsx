import { useId } from 'react'
import { LabelledInput } from '../../components/labelled-input.tsx'
import type { ObserveForm, ObserveProblems } from './observe-form.ts'

interface SourceFieldsProps {
  readonly form: ObserveForm
  readonly problems: ObserveProblems
  readonly onChange: (change: Partial<ObserveForm>) => void
  readonly onChoose: () => void
}

/** The fields for sources other than a cluster: files, pasted rows, and servers of metrics. */
export function SourceFields({ form, problems, onChange, onChoose }: SourceFieldsProps) {
  return (
    <section className="group observe-files" aria-labelledby="sources-heading">
      <h2 id="sources-heading">Files</h2>
      <p className="quiet">
        Drop a list of topics (CSV, Excel) or an export of metrics here: Confluent, CloudWatch, kcp, Prometheus,
        Jolokia. Several files are merged field by field.
      </p>
      <ul className="lines">
        {form.paths.map((path) => (
          <li key={path} className="run-entry">
            <span className="run-title" title={path}>
              {nameOf(path)}
            </span>
            <button
              type="button"
              className="plain"
              onClick={() => onChange({ paths: form.paths.filter((kept) => kept !== path) })}
            >
              Remove<span className="visually-hidden"> {nameOf(path)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" onClick={onChoose}>
          Choose files…
        </button>
      </div>
      <PastedRows text={form.pasted} onChange={(pasted) => onChange({ pasted })} />
      <details className="fold" open={form.prometheusUrl !== '' || form.jolokiaUrls !== ''}>
        <summary>Prometheus or Jolokia</summary>
        <div className="fields">
          <LabelledInput
            label="Prometheus server"
            placeholder="http://prometheus:9090"
            value={form.prometheusUrl}
            problem={problems.prometheusUrl}
            isWide
            hint="The last day of Kafka’s metrics is queried."
            onChange={(prometheusUrl) => onChange({ prometheusUrl })}
          />
          <LabelledInput
            label="Jolokia agents, one per broker"
            placeholder="http://broker-1:8778/jolokia, …"
            value={form.jolokiaUrls}
            problem={problems.jolokiaUrls}
            isWide
            hint="Read twice, 30 s apart."
            onChange={(jolokiaUrls) => onChange({ jolokiaUrls })}
          />
        </div>
      </details>
      <div className="fields">
        <LabelledInput
          label="Name"
          placeholder="taken from the first source"
          value={form.name}
          isWide
          onChange={(name) => onChange({ name })}
        />
      </div>
    </section>
  )
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

interface PastedRowsProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

function PastedRows({ text, onChange }: PastedRowsProps) {
  const id = useId()
  return (
    <details className="fold" open={text !== ''}>
      <summary>Paste rows of a spreadsheet</summary>
      <div className="field is-wide">
        <div className="field-head">
          <label htmlFor={id}>A header row, then one row per topic</label>
        </div>
        <textarea
          id={id}
          rows={5}
          spellCheck={false}
          autoComplete="off"
          placeholder={'topic\tpartitions\tmessages/s\tin [MB/s]\norders\t24\t60000\t61.2'}
          value={text}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-note`} className="quiet">
          Columns: topic, partitions, RF, retention (days), messages/s, in [MB/s], out [MB/s], record size (bytes),
          consumer groups, compression.
        </p>
      </div>
    </details>
  )
}
