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
import { formatPercent } from '../../../units/ratio.ts'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { PredictedQuestion } from '../../components/predicted-question.tsx'
import { SettledStatus } from '../../components/settled-status.tsx'
import { type CompareForm, type CompareReading, readCompareForm } from './compare-form.ts'
import { sortRows } from './compare-rows.ts'
import { CostsOverLoad } from './costs-over-load.tsx'
import { FittingTable } from './fitting-table.tsx'
import { PinFields, PinnedScenarios } from './pinned-scenarios.tsx'
import { PriceFields } from './price-fields.tsx'
import { pricedRows } from './priced-rows.ts'
import { RefusedList } from './refused-list.tsx'

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

/** The priced offerings, computed again only if something that they depend on was changed. */
function useRows({ scenario, offerings, form, models: { prices } }: CompareViewProps, reading: CompareReading) {
  const { sheets, followerFetch } = form
  const today = useMemo(() => todayText(), [])
  const rows = useMemo(
    () => pricedRows({ scenario, offerings, prices, form: { sheets, followerFetch }, reading, today }),
    [scenario, offerings, prices, sheets, followerFetch, reading, today],
  )
  return { rows, today }
}

/** The compare view. */
export function CompareView(props: CompareViewProps) {
  const { scenario, staleNote, offerings, form, onChange, onChoose, models, examples, onOpen } = props
  const reading = useMemo(() => readCompareForm(form, models.prices), [form, models.prices])
  const { rows, today } = useRows(props, reading)
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
        <PinnedScenarios {...{ scenario, form, models, onChange, onOpen }} />
      </main>
    </div>
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
