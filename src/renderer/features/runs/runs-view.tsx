/**
 * The runs view: the history of runs with search, comparison, calibration, and import of what other tools measured.
 */
import { useId, useMemo } from 'react'
import type { RunListEntry } from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { outcomeLabel } from '../../../presentation/labels.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { SettledStatus } from '../../components/settled-status.tsx'
import { ComparisonPanel } from './comparison-panel.tsx'
import { ImportForm } from './import-form.tsx'
import type { RunDetailProps } from './run-detail.tsx'
import { countedWords, filterRuns, type RunFilter, runsSentence } from './run-filter.ts'
import { emptySets, setsAmong } from './run-sets.ts'
import { RunTable } from './run-table.tsx'
import type { ImportOptions, RunsState } from './use-runs-state.ts'

interface RunsViewProps extends Omit<RunDetailProps, 'run' | 'onAnnotate'> {
  readonly runs: readonly RunListEntry[]
  readonly state: RunsState
  readonly scenario: Scenario
  readonly onCalibrate: (name: string, runs: readonly string[]) => void
  readonly onValidate: () => void
  readonly onImport: (options: ImportOptions) => void
}

/** The runs view. */
export function RunsView({ runs, state, scenario, onCalibrate, onValidate, onImport, ...actions }: RunsViewProps) {
  const { filter, form } = state
  const sets = useMemo(() => setsAmong(state.sets, runs), [state.sets, runs])
  const shownRuns = useMemo(() => filterRuns(runs, filter), [runs, filter])
  const sentence = runsSentence(shownRuns)
  return (
    <div className="view">
      <section className="inputs" aria-label="Which runs">
        <FilterFields runs={runs} filter={filter} onChange={state.setFilter} />
        <CalibrateForm
          runs={[...sets.one, ...sets.other]}
          name={form.calibration}
          onName={(calibration) => state.changeForm({ calibration })}
          onCalibrate={onCalibrate}
        />
        <ImportForm {...{ scenario, form, onImport }} onChange={state.changeForm} />
      </section>
      <main className="answer" id="answer">
        <h1 className="question">What did we see before?</h1>
        <p className="sentence">
          {withNoBreakSpaces(shownRuns.length === 0 && runs.length > 0 ? 'No run matches.' : sentence)}
        </p>
        <SettledStatus text={sentence} />
        {runs.length === 0 ? <NoRuns onValidate={onValidate} /> : null}
        <ComparisonPanel runs={runs} sets={sets} onClear={() => state.setSets(emptySets)} />
        {shownRuns.length === 0 ? null : (
          <RunTable
            {...actions}
            runs={shownRuns}
            foundBy={JSON.stringify(filter)}
            sets={sets}
            onSets={state.setSets}
            onAnnotate={state.annotate}
          />
        )}
      </main>
    </div>
  )
}

function NoRuns({ onValidate }: { readonly onValidate: () => void }) {
  return (
    <>
      <p className="reason">
        A validation runs the load of your scenario on a cluster, embedded on this computer or your own, and shows
        measured against predicted. Every run is kept here, even if you stop it or close Headroom. You can import
        outputs of kafka-producer-perf-test, the OpenMessaging Benchmark and others, or drop them on this window.
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={onValidate}>
          Plan the first run
        </button>
      </div>
    </>
  )
}

interface FilterFieldsProps {
  readonly runs: readonly RunListEntry[]
  readonly filter: RunFilter
  readonly onChange: (filter: RunFilter) => void
}

function FilterFields({ runs, filter, onChange }: FilterFieldsProps) {
  const words = countedWords(runs.map(outcomeLabel))
  const tags = countedWords(runs.flatMap((run) => run.tags))
  return (
    <section className="group" aria-labelledby="find-heading">
      <h2 id="find-heading">Find</h2>
      <div className="fields">
        <LabelledInput
          label="Name, target, note or sentence"
          value={filter.text}
          placeholder="everything"
          isWide
          onChange={(text) => onChange({ ...filter, text })}
        />
        <Choice
          label="Outcome"
          value={filter.word}
          options={words}
          onChange={(word) => onChange({ ...filter, word })}
        />
        <Choice label="Tag" value={filter.tag} options={tags} onChange={(tag) => onChange({ ...filter, tag })} />
      </div>
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly count: number }[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.value} ({option.count})
          </option>
        ))}
      </select>
    </div>
  )
}

interface CalibrateFormProps {
  readonly runs: readonly string[]
  readonly name: string
  readonly onName: (name: string) => void
  readonly onCalibrate: (name: string, runs: readonly string[]) => void
}

function CalibrateForm({ runs, name, onName, onCalibrate }: CalibrateFormProps) {
  return (
    <section className="group" aria-labelledby="calibrate-heading">
      <h2 id="calibrate-heading">Calibrate the model</h2>
      {runs.length < 2 ? (
        <p className="quiet">
          Mark two or more runs that reached a limit of the same offering as A or B. The parameters that affect them are
          fitted and stored under a name.
        </p>
      ) : (
        <>
          <LabelledInput
            label="Name of the calibration"
            value={name}
            placeholder="staging"
            isWide
            hint={`From the ${runs.length} marked runs. The model itself stays as it is.`}
            onChange={onName}
          />
          <div className="actions">
            <ButtonWithReason
              disabledBecause={name.trim() === '' ? 'needs a name' : null}
              onClick={() => onCalibrate(name.trim(), runs)}
            >
              Calibrate
            </ButtonWithReason>
          </div>
        </>
      )}
    </section>
  )
}
