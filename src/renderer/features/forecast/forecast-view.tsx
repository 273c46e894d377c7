/**
 * The forecast view: the growth of the load on the left, the days on which limits are full on the right.
 */
import { type ReactNode, useMemo } from 'react'
import { isReadable } from '../../../contracts/observation.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { forecastDocument } from '../../../presentation/forecast/forecast-document.ts'
import { useAnswer, useOutcome } from '../../asking/use-answer.ts'
import { useSettled } from '../../asking/use-settled.ts'
import { DocumentBlocks, DocumentSections, DocumentText } from '../../components/document-blocks.tsx'
import { ErrorInPlace } from '../../components/error-in-place.tsx'
import { ExportButton } from '../../components/export-button.tsx'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { PredictedQuestion } from '../../components/predicted-question.tsx'
import { SettledStatus } from '../../components/settled-status.tsx'
import { questionOf } from './forecast-form.ts'
import type { ForecastState } from './use-forecast-state.ts'

interface ForecastAnswerProps {
  readonly scenario: Scenario
  readonly state: ForecastState
}

interface ForecastViewProps extends ForecastAnswerProps {
  /** A note that fields of the scenario are invalid, so that the answer is of their last valid values; otherwise nothing. */
  readonly staleNote: ReactNode
}

/** The forecast view. */
export function ForecastView({ scenario, state, staleNote }: ForecastViewProps) {
  return (
    <div className="view">
      <section className="inputs" aria-label="Growth and days">
        <ForecastFields state={state} />
      </section>
      <main className="answer" id="answer">
        <PredictedQuestion question="When does it stop fitting?" />
        {staleNote}
        <ForecastAnswer {...{ scenario, state }} />
      </main>
    </div>
  )
}

/** A forecast takes longer than a keystroke, so it is requested when the fields have not changed for this long. */
const settleMs = 150

function ForecastAnswer({ scenario, state }: ForecastAnswerProps) {
  const { costs } = state
  const { terms } = state.reading
  const input = useMemo(
    () => (terms === null ? null : { scenario, ...questionOf(terms), costs }),
    [scenario, terms, costs],
  )
  const settled = useSettled(input, settleMs)
  const { outcome } = useOutcome('forecast.make', settled, { subject: 'forecast' })
  const document = useMemo(() => (outcome?.ok ? forecastDocument(outcome.value) : null), [outcome])
  if (outcome?.ok === false) return <ErrorInPlace error={outcome.error} />
  if (terms === null) return <p className="sentence">A field on the left needs another value.</p>
  if (document === null) return <p className="sentence" aria-busy="true" />
  const { answer, introduction, sections } = document
  return (
    <>
      <p className="sentence">
        <DocumentText content={answer.sentence} />
      </p>
      <p className="reason">
        <DocumentText content={answer.reason ?? ''} />
      </p>
      <SettledStatus text={`${answer.sentence} ${answer.reason ?? ''}`} />
      <DocumentBlocks blocks={introduction} />
      <DocumentSections sections={sections} />
      <ExportButton isExporting={state.isWriting} disabledBecause={null} onExport={() => void state.exportReport()} />
    </>
  )
}

function ForecastFields({ state }: Pick<ForecastViewProps, 'state'>) {
  return (
    <>
      <GrowthFields state={state} />
      <DayFields state={state} />
    </>
  )
}

function GrowthFields({ state: { form, changeForm, chooseObservation, reading } }: Pick<ForecastViewProps, 'state'>) {
  const { problems } = reading
  const observations = (useAnswer('observations.list', {}) ?? []).filter(isReadable)
  const { growthAsTyped = '' } = form
  const keptHint = form.observationId === '' || growthAsTyped === '' ? '' : ` Typed before: ${growthAsTyped}.`
  return (
    <section className="group" aria-labelledby="growth-heading">
      <h2 id="growth-heading">Growth</h2>
      <LabelledInput
        label="All rates"
        value={form.growth}
        placeholder={form.observationId === '' ? '20 %/year' : 'as observed'}
        problem={problems.growth}
        isWide
        hint={`20 %/year, 10..30 %/year if uncertain, or +5 MB/s per year.${keptHint}`}
        onChange={(growth) => changeForm({ growth })}
      />
      <LabelledInput
        label="Launches, seasons, single producers"
        value={form.more}
        placeholder="x2 from 11-20 to 12-31"
        problem={problems.more}
        isWide
        hint="Or x1.5 from 2027-03-01. Separated by semicolons. NAME=30 %/year is the growth of one producer."
        onChange={(more) => changeForm({ more })}
      />
      {observations.length === 0 ? null : (
        <div className="field is-wide">
          <div className="field-head">
            <label htmlFor="forecast-observation">As observed</label>
          </div>
          <select
            id="forecast-observation"
            value={form.observationId}
            onChange={(event) => chooseObservation(event.target.value)}
          >
            <option value="">As typed</option>
            {observations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
    </section>
  )
}

function DayFields({ state: { form, changeForm, reading } }: Pick<ForecastViewProps, 'state'>) {
  const { problems } = reading
  return (
    <section className="group" aria-labelledby="days-heading">
      <h2 id="days-heading">Days</h2>
      <LabelledInput
        label="How far"
        value={form.horizon}
        placeholder="3 years"
        problem={problems.horizon}
        isWide
        hint="At most 10 years."
        onChange={(horizon) => changeForm({ horizon })}
      />
      <LabelledInput
        label="First day"
        value={form.from}
        placeholder="today"
        problem={problems.from}
        isWide
        hint="The rates of Sizing hold on this day."
        onChange={(from) => changeForm({ from })}
      />
      <p className="quiet">Costs have the prices, region and zones of Compare.</p>
    </section>
  )
}
