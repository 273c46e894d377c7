/**
 * Shows an observation: its sentence, its actions, and the sections of its document.
 */
import { useMemo } from 'react'
import { observedGrowth } from '../../../capacity/forecast/observed-growth.ts'
import type { AnsweredObservation } from '../../../contracts/answered-observation.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import type { Section } from '../../../presentation/document.ts'
import { observationDocument } from '../../../presentation/observation/observation-document.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { useIsPresenting } from '../../application/presenter.ts'
import { useOutcome } from '../../asking/use-answer.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { DocumentBlocks, DocumentSection } from '../../components/document-blocks.tsx'
import { ErrorInPlace } from '../../components/error-in-place.tsx'
import { ExportButton } from '../../components/export-button.tsx'
import { ReportFields } from '../../components/report-fields.tsx'
import { SettledStatus } from '../../components/settled-status.tsx'
import type { ObserveState } from './use-observe-state.ts'

interface ObservationAnswerProps {
  readonly state: ObserveState
  readonly shown: NonNullable<ObserveState['shown']>
  readonly onOpen: (scenario: Scenario) => void
  /** Forecasts the scenario with the growth of the observation. */
  readonly onForecast: (scenario: Scenario, observationId: string) => void
}

/** The right side of the view while an observation is open. */
export function ObservationAnswer({ state, shown, onOpen, onForecast }: ObservationAnswerProps) {
  const isPresenting = useIsPresenting()
  const isRedacted = state.isRedacted || isPresenting
  const input = useMemo(() => ({ ...shown, isRedacted }), [shown, isRedacted])
  // A new subject hides the earlier answer. Redaction is part of the subject, so that names disappear at once.
  const subject = `${shown.observationId} ${isRedacted}`
  const { outcome, isCurrent } = useOutcome('observations.answer', input, { subject })
  if (outcome === null) return <p className="sentence">Building a scenario from the observation…</p>
  if (!outcome.ok) return <Unanswered error={outcome.error} onClose={state.close} />
  // A redacted scenario cannot be forecast: the growth of the stored observation is by topic, under the real names.
  const forecastIt = isRedacted ? null : (scenario: Scenario) => onForecast(scenario, shown.observationId)
  return <Answered answered={outcome.value} {...{ state, isCurrent, onOpen }} onForecast={forecastIt} />
}

/** Shown instead of the answer if there is none, for example because the observation has no traffic or cannot be read. */
function Unanswered({ error, onClose }: { readonly error: AppErrorData; readonly onClose: () => void }) {
  return (
    <>
      <p className="sentence">No scenario could be built from this observation.</p>
      <ErrorInPlace error={error} />
      <div className="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  )
}

interface AnsweredProps {
  readonly answered: AnsweredObservation
  readonly state: ObserveState
  readonly isCurrent: boolean
  readonly onOpen: (scenario: Scenario) => void
  /** Null if names are replaced. */
  readonly onForecast: ((scenario: Scenario) => void) | null
}

/** Renders a section. Tables in a section with a chart are folded, because they repeat the chart's values. */
function SectionView({ section }: { readonly section: Section }) {
  const hasChart = section.blocks.some(({ kind }) => kind === 'chart')
  const tables = hasChart ? section.blocks.filter(({ kind }) => kind === 'table') : []
  const others = section.blocks.filter((block) => !tables.includes(block))
  return (
    <>
      <DocumentSection section={{ ...section, blocks: others }} />
      {tables.length === 0 ? null : (
        <details className="fold">
          <summary>The same values as a table</summary>
          <DocumentBlocks blocks={tables} />
        </details>
      )}
    </>
  )
}

function Answered({ answered, state, isCurrent, onOpen, onForecast }: AnsweredProps) {
  const { scenario, observation } = answered
  const hasGrowth = useMemo(() => observedGrowth(observation, scenario).length > 0, [observation, scenario])
  const { title, answer, introduction, sections } = useMemo(() => observationDocument(answered), [answered])
  const disabledBecause = isCurrent ? null : 'The answer for the changed fields is being made.'
  const isDetail = (section: Section) => section.isDetail === true
  // The first section has the chart. It is shown before the facts, so that it is visible without scrolling.
  const [first, ...others] = sections.filter((section) => !isDetail(section))
  return (
    <div className="observation-answer" aria-busy={!isCurrent}>
      <p className="sentence">{withNoBreakSpaces(answer.sentence)}</p>
      <SettledStatus text={answer.sentence} />
      {answer.reason === undefined ? null : <p className="reason">{withNoBreakSpaces(answer.reason)}</p>}
      <p className="badges">
        {answer.marks.map((mark) => (
          <span className="badge" key={mark}>
            {mark}
          </span>
        ))}
        <span className="quiet">{title}</span>
      </p>
      <div className="actions">
        <ButtonWithReason
          {...{ disabledBecause }}
          reasonAs="tooltip"
          className="primary"
          onClick={() => onOpen(scenario)}
        >
          Open as a scenario
        </ButtonWithReason>
        {hasGrowth && onForecast !== null ? (
          <ButtonWithReason {...{ disabledBecause }} reasonAs="tooltip" onClick={() => onForecast(scenario)}>
            Forecast with this growth
          </ButtonWithReason>
        ) : null}
        <ExportButton
          disabledBecause={null}
          isSecondary
          isExporting={state.isExporting}
          onExport={() => void state.exportReport()}
        />
        <button type="button" onClick={state.close}>
          Close
        </button>
        <ReportFields hasHosts />
      </div>
      {first === undefined ? null : <SectionView section={first} />}
      <div className="observation-facts">
        <DocumentBlocks blocks={introduction} />
      </div>
      {others.map((section) => (
        <SectionView key={section.id} section={section} />
      ))}
      {sections.filter(isDetail).map((section) => (
        <details key={section.id} className="fold">
          <summary>{section.title}</summary>
          <DocumentBlocks blocks={section.blocks} />
        </details>
      ))}
    </div>
  )
}
