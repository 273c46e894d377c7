/**
 * The compare view: the workload of the sizing view on every offering.
 */
import { useMemo } from 'react'
import { compareOfferings } from '../../../capacity/compare-offerings.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment, Scenario } from '../../../contracts/scenario.ts'
import { together } from '../../../presentation/painters/together.ts'
import { comparedIntroduction } from '../../../presentation/sizing/compared-document.ts'
import { compareSentences, gatherOfferings } from '../../../presentation/sizing/compared-offerings.ts'
import { formatPercent } from '../../../units/ratio.ts'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { SettledStatus } from '../../components/settled-status.tsx'
import { type CompareForm, type CompareReading, readCompareForm } from './compare-form.ts'
import { sortRows } from './compare-rows.ts'
import { FittingTable } from './fitting-table.tsx'
import { RefusedList } from './refused-list.tsx'
import { mostScenarios } from './scenario-rows.ts'
import { ScenarioTable } from './scenario-table.tsx'

interface CompareViewProps {
  readonly scenario: Scenario
  readonly offerings: readonly Offering[]
  readonly form: CompareForm
  readonly onChange: (form: CompareForm) => void
  /** Opens a deployment in the sizing view. */
  readonly onChoose: (deployment: Deployment) => void
  readonly models: ModelList
  readonly examples: readonly { readonly fileName: string; readonly scenario: Scenario }[]
  /** Opens a scenario in the sizing view. */
  readonly onOpen: (scenario: Scenario) => void
}

/** The compare view. */
export function CompareView(props: CompareViewProps) {
  const { scenario, offerings, form, onChange, onChoose, models, examples, onOpen } = props
  const reading = useMemo(() => readCompareForm(form), [form])
  const rows = useMemo(
    () => gatherOfferings(compareOfferings(scenario, offerings, reading)),
    [scenario, offerings, reading],
  )
  const { sort } = form
  const fitting = sort === null ? rows.fitting : sortRows(rows.fitting, sort.key, sort.isDescending)
  const { sentence, reason } = compareSentences(rows, reading.targetUtilisation)
  return (
    <div className="view">
      <section className="inputs" aria-label="Comparison settings">
        <BesideFields {...{ form, scenario, examples, onChange }} />
        <CompareFields {...{ form, reading, scenario, offerings, onChange }} />
      </section>
      <main className="answer" id="answer">
        <h1 className="question">Which offerings carry it, at what size?</h1>
        <p className="sentence">{together(sentence)}</p>
        <p className="reason">
          {reason === '' ? null : <span className="line">{together(reason)}</span>}
          {comparedIntroduction(scenario.name)}
        </p>
        <SettledStatus text={sentence} />
        {fitting.length === 0 ? null : (
          <FittingTable
            {...{ rows: fitting, scenario, offerings, sort, onChoose }}
            onSort={(next) => onChange({ ...form, sort: next })}
          />
        )}
        <RefusedList gathered={rows} />
        {form.beside.length === 0 ? null : (
          <section className="refused" aria-labelledby="scenarios-heading">
            <h2 id="scenarios-heading">Scenarios side by side, each on its own cluster</h2>
            <ScenarioTable
              scenarios={[scenario, ...form.beside]}
              models={models}
              sort={form.scenarioSort}
              onSort={(scenarioSort) => onChange({ ...form, scenarioSort })}
              onOpen={onOpen}
              onRemove={(gone) => onChange({ ...form, beside: form.beside.filter((each) => each !== gone) })}
            />
          </section>
        )}
      </main>
    </div>
  )
}

/** The choice of scenarios to pin: the current one, or an example. */
function BesideFields({
  form,
  scenario,
  examples,
  onChange,
}: Pick<CompareViewProps, 'form' | 'scenario' | 'examples' | 'onChange'>) {
  const isFull = form.beside.length + 1 >= mostScenarios
  const add = (added: Scenario) => onChange({ ...form, beside: [...form.beside, added] })
  return (
    <section className="group" aria-labelledby="beside-heading">
      <h2 id="beside-heading">Scenarios side by side</h2>
      <p className="quiet">
        {isFull ? `Up to ${mostScenarios} scenarios can be compared.` : 'Pin this scenario, then change it in Sizing.'}
      </p>
      <div className="actions">
        <button type="button" disabled={isFull} onClick={() => add(scenario)}>
          Pin for comparison
        </button>
        <select
          className="button-select"
          aria-label="Pin an example"
          value=""
          disabled={isFull}
          onChange={(event) => {
            const example = examples.find(({ fileName }) => fileName === event.target.value)
            if (example !== undefined) add(example.scenario)
          }}
        >
          <option value="" disabled hidden>
            An example
          </option>
          {examples.map((example) => (
            <option key={example.fileName} value={example.fileName}>
              {example.scenario.name}
            </option>
          ))}
        </select>
      </div>
    </section>
  )
}

interface CompareFieldsProps extends Pick<CompareViewProps, 'form' | 'scenario' | 'offerings' | 'onChange'> {
  readonly reading: CompareReading
}

function CompareFields({ form, reading, scenario, offerings, onChange }: CompareFieldsProps) {
  const { cloud, zones } = scenario.deployment
  const zoneText = zones === undefined ? [] : [zones === 'single' ? 'one zone' : 'several zones']
  const place = [...(cloud === undefined ? [] : [cloud]), ...zoneText].join(', ')
  return (
    <>
      <section className="group" aria-labelledby="compare-heading">
        <h2 id="compare-heading">Size for</h2>
        <LabelledInput
          label="Fullest limit, at most"
          value={form.target}
          placeholder={formatPercent(reading.targetUtilisation)}
          problem={reading.targetProblem}
          isWide
          hint="Above 80 % clusters throttle and latency rises."
          onChange={(target) => onChange({ ...form, target })}
        />
        <p className="quiet">{place === '' ? 'Any cloud and zones. Set them in Sizing.' : `From Sizing: ${place}.`}</p>
      </section>
      <details className="fold group" open={Object.keys(form.prices).length > 0}>
        <summary>Your prices per unit and hour</summary>
        <p className="quiet">Not stored in any file. An offering with a published price uses that by default.</p>
        {offerings.map(({ id, name, unitName }) => (
          <LabelledInput
            key={id}
            label={`${name}, ${unitName.singular}`}
            value={form.prices[id] ?? ''}
            placeholder="not given"
            problem={reading.priceProblems[id]}
            isWide
            onChange={(text) => onChange({ ...form, prices: { ...form.prices, [id]: text } })}
          />
        ))}
      </details>
    </>
  )
}
