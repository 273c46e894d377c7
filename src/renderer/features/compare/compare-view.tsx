/**
 * The compare view: the workload of the sizing view on every offering, its costs over the load, and pinned scenarios.
 */
import { type ReactNode, useMemo } from 'react'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Deployment, Scenario } from '../../../contracts/scenario.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { comparedIntroduction } from '../../../presentation/sizing/compared-document.ts'
import { comparedNotes } from '../../../presentation/sizing/compared-notes.ts'
import { compareSentences } from '../../../presentation/sizing/compared-offerings.ts'
import { todayText } from '../../../units/calendar-day.ts'
import { counted } from '../../../units/count.ts'
import { formatPercent } from '../../../units/ratio.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { PredictedQuestion } from '../../components/predicted-question.tsx'
import { SettledStatus } from '../../components/settled-status.tsx'
import { type CompareForm, type CompareReading, readCompareForm } from './compare-form.ts'
import { sortRows } from './compare-rows.ts'
import { CostsOverLoad } from './costs-over-load.tsx'
import { FittingTable } from './fitting-table.tsx'
import { PriceFields } from './price-fields.tsx'
import { pricedRows } from './priced-rows.ts'
import { RefusedList } from './refused-list.tsx'
import { maxScenarios } from './scenario-rows.ts'
import { ScenarioTable } from './scenario-table.tsx'

/** Element id of the heading above the scenarios side by side. */
const scenariosId = 'scenarios-heading'

interface CompareViewProps {
  readonly scenario: Scenario
  /** Says so if fields of the scenario are invalid. */
  readonly staleNote: ReactNode
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
  const { scenario, staleNote, offerings, form, onChange, onChoose, models, examples, onOpen } = props
  const reading = useMemo(() => readCompareForm(form, models.prices), [form, models.prices])
  const { sheets, followerFetch } = form
  const today = useMemo(() => todayText(), [])
  const rows = useMemo(
    () =>
      pricedRows({
        scenario,
        offerings,
        prices: models.prices,
        form: { sheets, followerFetch },
        reading,
        today,
      }),
    [scenario, offerings, models.prices, sheets, followerFetch, reading, today],
  )
  const { sort } = form
  const fitting = sort === null ? rows.fitting : sortRows(rows.fitting, sort.key, sort.isDescending)
  const { sentence, reason } = compareSentences(rows, reading.targetUtilisation)
  return (
    <div className="view">
      <section className="inputs" aria-label="Comparison settings">
        <PinFields {...{ form, scenario, examples, onChange }} />
        <CompareFields {...{ form, reading, scenario, offerings, models, onChange }} />
      </section>
      <main className="answer" id="answer">
        <PredictedQuestion question="Which offerings carry it, at what size?" />
        {staleNote}
        <p className="sentence">{withNoBreakSpaces(sentence)}</p>
        <p className="reason">
          {reason === '' ? null : <span className="line">{withNoBreakSpaces(reason)}</span>}
          {comparedIntroduction(scenario.name)}
        </p>
        <SettledStatus text={sentence} />
        {fitting.length === 0 ? null : (
          <FittingTable
            {...{ rows: fitting, scenario, offerings, today, sort, onChoose }}
            prices={form.prices}
            priceProblems={reading.priceProblems}
            onPrice={(offering, text) => onChange({ ...form, prices: { ...form.prices, [offering]: text } })}
            onSort={(next) => onChange({ ...form, sort: next })}
          />
        )}
        {comparedNotes(fitting).map((note) => (
          <p className="quiet table-note" key={note}>
            {note}
          </p>
        ))}
        <CostsOverLoad rows={rows.fitting} {...{ scenario, form, reading, today, onChange }} />
        <RefusedList gathered={rows} today={today} />
        {form.pinned.length === 0 ? null : (
          <section className="refused" aria-labelledby={scenariosId}>
            <h2 id={scenariosId}>Scenarios side by side, each on its own cluster</h2>
            <ScenarioTable
              scenarios={[scenario, ...form.pinned]}
              models={models}
              sort={form.scenarioSort}
              onSort={(scenarioSort) => onChange({ ...form, scenarioSort })}
              onOpen={onOpen}
              onRemove={(removed) => onChange({ ...form, pinned: form.pinned.filter((kept) => kept !== removed) })}
            />
          </section>
        )}
      </main>
    </div>
  )
}

/**
 * The number of pinned scenarios, with a link to their table. The table is below that of the offerings and out of sight, so
 * without this line pinning would seem to do nothing.
 */
function PinnedLine({ count }: { readonly count: number }) {
  return (
    <p className="quiet" role="status">
      {counted(count, 'scenario')} pinned.{' '}
      <button
        type="button"
        className="plain"
        onClick={() => document.getElementById(scenariosId)?.scrollIntoView({ block: 'start' })}
      >
        Show side by side
      </button>
    </p>
  )
}

/** The fields that pin a scenario for the comparison: the current one, or an example. */
function PinFields({
  form,
  scenario,
  examples,
  onChange,
}: Pick<CompareViewProps, 'form' | 'scenario' | 'examples' | 'onChange'>) {
  const isFull = form.pinned.length + 1 >= maxScenarios
  const add = (added: Scenario) => onChange({ ...form, pinned: [...form.pinned, added] })
  return (
    <section className="group" aria-labelledby="beside-heading">
      <h2 id="beside-heading">Scenarios side by side</h2>
      <p className="quiet">
        {isFull ? `Up to ${maxScenarios} scenarios can be compared.` : 'Pin this scenario, then change it in Sizing.'}
      </p>
      {form.pinned.length === 0 ? null : <PinnedLine count={form.pinned.length} />}
      <div className="actions">
        <ButtonWithReason
          disabledBecause={isFull ? `Up to ${maxScenarios} scenarios can be compared.` : null}
          reasonAs="tooltip"
          onClick={() => add(scenario)}
        >
          Pin for comparison
        </ButtonWithReason>
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

interface CompareFieldsProps extends Pick<CompareViewProps, 'form' | 'scenario' | 'offerings' | 'models' | 'onChange'> {
  readonly reading: CompareReading
}

function CompareFields({ form, reading, scenario, offerings, models, onChange }: CompareFieldsProps) {
  const { cloud, zones } = scenario.deployment
  const zoneText = zones === undefined ? [] : [zones === 'single' ? 'one zone' : 'several zones']
  const placeText = [...(cloud === undefined ? [] : [cloud]), ...zoneText].join(', ')
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
        <p className="quiet">
          {placeText === ''
            ? 'Any cloud and zones. Set them in Sizing.'
            : `Cloud and zones are those of Sizing: ${placeText}.`}
        </p>
      </section>
      <PriceFields {...{ form, reading, offerings, models, onChange }} />
    </>
  )
}
