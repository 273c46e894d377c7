/**
 * A run of Headroom, live or ended: its sentence, its progress, measured and predicted figures, and the evidence.
 */
import { useMemo } from 'react'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Result } from '../../../contracts/result.ts'
import {
  hasOutputs,
  type MeasuredRecord,
  type RunAnnotation,
  type RunListEntry,
  runName,
} from '../../../contracts/run-record.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { verdictLabels } from '../../../contracts/verdict.ts'
import type { Section } from '../../../presentation/document.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { marksOf } from '../../../presentation/report-facts.ts'
import { accountingSection } from '../../../presentation/run/sections/accounting-section.ts'
import { diagnosisSection, latencySection } from '../../../presentation/run/sections/measured-section.ts'
import { comparisonTable, leftoversBlocks } from '../../../presentation/run/sections/verdict-section.ts'
import { calibrationSections } from '../../../presentation/sizing/prediction-sections.ts'
import { formatDuration } from '../../../units/duration.ts'
import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import { DocumentBlocks, DocumentSections } from '../../components/document-blocks.tsx'
import { ExportButton } from '../../components/export-button.tsx'
import { ReportFields } from '../../components/report-fields.tsx'
import { RunNotes } from '../../components/run-notes.tsx'
import { runTitle } from '../runs/run-title.ts'
import { LiveCharts } from './live-charts.tsx'
import { otherScenarioText } from './other-scenario.ts'
import { PartitionsPanel } from './partitions-panel.tsx'
import { PreflightList } from './preflight-list.tsx'
import { RunCharts } from './run-charts.tsx'
import { runSentence, soFarText } from './run-sentence.ts'
import { RunTiles } from './run-tiles.tsx'
import { canBeRetried, measuredNothing, type RunView, timelineOf } from './run-view.ts'
import { useDrawnPoints } from './use-drawn-points.ts'

interface RunAnswerProps {
  readonly run: RunView
  /** The open scenario. The run may belong to another one. */
  readonly scenario: Scenario
  readonly onAbort: () => void
  readonly isExporting: boolean
  readonly onExport: () => void
  readonly onClose: () => void
  /** Starts a run as the form beside it says; null if that is not possible now. */
  readonly onRetry: (() => void) | null
  /** The run's list entry, with tags and notes; null while the list does not have it. */
  readonly entry: RunListEntry | null
  readonly onAnnotate: (annotation: RunAnnotation) => void
}

/** The right side of the validation view while a run is shown. */
export function RunAnswer(props: RunAnswerProps) {
  const { run, onAbort, entry, onAnnotate } = props
  const prediction = run.record?.prediction ?? run.preview?.prediction ?? null
  const durationMs = run.record?.plan?.durationMs ?? run.preview?.summary.durationMs ?? 0
  const result = run.record?.result ?? null
  const isEmpty = measuredNothing(run)
  return (
    <>
      <RunQuestion record={run.record} scenario={props.scenario} />
      <Verdict run={run} />
      <Marks run={run} />
      {run.isLive ? <Progress run={run} onAbort={onAbort} /> : <EndedActions {...props} isEmpty={isEmpty} />}
      {run.isLive ? <SoFar run={run} /> : null}
      {prediction === null || isEmpty ? null : <Figures {...{ run, prediction, durationMs, result }} />}
      {isEmpty && run.preflight !== null ? (
        <div className="evidence">
          <PreflightList preflight={run.preflight} />
        </div>
      ) : null}
      <Notices notices={run.notices} />
      {entry === null ? null : <RunNotes key={run.runId} run={entry} onAnnotate={onAnnotate} />}
      <Evidence run={run} result={result} />
    </>
  )
}

interface RunQuestionProps extends Pick<RunView, 'record'> {
  readonly scenario: Scenario
}

/**
 * The question of the view, with the name and time of the shown run: the form beside it and the scenario's name above it
 * may belong to another run.
 */
export function RunQuestion({ record, scenario }: RunQuestionProps) {
  const other = useMemo(() => (record === null ? '' : otherScenarioText(record, scenario)), [record, scenario])
  return (
    <div className="question-line">
      <h1 className="question">Is it true?</h1>
      {record === null ? null : (
        <span className="run-named">
          {runTitle({ scenarioName: runName(record), createdAtEpochMs: record.createdAtEpochMs })}
          {other === '' ? null : <span className="run-other"> ({other})</span>}
        </span>
      )}
    </div>
  )
}

interface EndedActionsProps extends Pick<RunAnswerProps, 'run' | 'isExporting' | 'onExport' | 'onClose' | 'onRetry'> {
  readonly isEmpty: boolean
}

/** The buttons for an ended run. If it measured nothing, the main button tries again instead of exporting a report. */
function EndedActions({ run, isExporting, onExport, onClose, onRetry, isEmpty }: EndedActionsProps) {
  const canRetry = canBeRetried(run) && onRetry !== null
  return (
    <div className="actions">
      {canRetry ? (
        <button type="button" className="primary" onClick={onRetry}>
          Try again
        </button>
      ) : null}
      <ExportButton
        disabledBecause={run.record === null ? 'nothing was measured' : null}
        isSecondary={isEmpty}
        {...{ isExporting, onExport }}
      />
      <button type="button" onClick={onClose}>
        New validation
      </button>
      <ReportFields hasHosts />
    </div>
  )
}

/** The verdict of a run, its sentence and the reason. */
export function Verdict({ run }: { readonly run: RunView }) {
  const { verdict, sentence, reason } = runSentence(run)
  return (
    <div aria-live="polite" aria-atomic="true">
      <p className="sentence" data-verdict={verdict?.kind}>
        {verdict === null ? null : <span className={`verdict-${verdict.kind}`}>{verdict.word}: </span>}
        {withNoBreakSpaces(sentence)}
      </p>
      {reason === '' ? null : <p className="reason">{withNoBreakSpaces(reason)}</p>}
    </div>
  )
}

/** What a target with declared capacity proves. The mark “declared capacity” alone does not say it. */
const declaredText = 'Quotas play the limits: this tests the method, not the vendor’s cluster.'

/** The marks that qualify the result, such as "scaled", and the target. */
function Marks({ run }: { readonly run: RunView }) {
  const target = run.record?.target ?? run.preview?.target
  if (target === undefined) return null
  const { overlay = null, status = 'preparing', result = null } = run.record ?? {}
  const marks = marksOf({ target, overlay, status, result })
  return (
    <p className="badges">
      {marks.map((mark) => (
        <span className="badge" key={mark}>
          {mark === 'scaled' ? `scaled ${target.scale}` : mark}
        </span>
      ))}
      <span className="quiet">{target.label}</span>
      {target.isDeclaredCapacity ? <span>{declaredText}</span> : null}
    </p>
  )
}

/** What limits a live run, and what its verdict would be now. */
function SoFar({ run: { diagnosis, verdictSoFar } }: Pick<RunAnswerProps, 'run'>) {
  if (diagnosis === null) return null
  return (
    <>
      <p className="reason" role="status">
        <strong>So far:</strong> {withNoBreakSpaces(diagnosis.sentence)}
      </p>
      {verdictSoFar === null ? null : (
        <p className="reason">
          <strong>If it goes on like this:</strong>{' '}
          <span className={`verdict-${verdictSoFar.verdict}`}>{verdictLabels[verdictSoFar.verdict]}</span>,{' '}
          {withNoBreakSpaces(soFarText(verdictSoFar))}
        </p>
      )}
    </>
  )
}

function Progress({ run, onAbort }: Pick<RunAnswerProps, 'run' | 'onAbort'>) {
  const { progress } = run
  const leftMs = progress?.leftMs ?? null
  return (
    <div className="actions">
      <div className="progress is-wide">
        <progress aria-label="Progress" {...(progress?.fraction == null ? {} : { value: progress.fraction })} />
        <p className="progress-line quiet number">
          <span>{progress?.fraction == null ? 'working' : `${Math.round(progress.fraction * 100)} %`}</span>
          <span>{leftMs === null ? '' : `${formatDuration(leftMs)} of load left`}</span>
        </p>
      </div>
      <ButtonWithReason
        disabledBecause={run.isAborting ? 'It is stopping already.' : null}
        reasonAs="tooltip"
        onClick={onAbort}
      >
        Stop and keep what was measured
      </ButtonWithReason>
    </div>
  )
}

interface FiguresProps {
  readonly run: RunView
  readonly prediction: Prediction
  readonly durationMs: number
  readonly result: Result | null
}

function Figures({ run, prediction, durationMs, result }: FiguresProps) {
  const { burnInMs } = run
  const { isLive } = run
  const points = useDrawnPoints(timelineOf(run), isLive)
  const livePoints = useDrawnPoints(run.livePoints, isLive)
  return (
    <>
      <RunTiles run={run} prediction={prediction} />
      <RunCharts {...{ prediction, points, durationMs, result, isLive }} burnInMs={Math.min(burnInMs, durationMs)} />
      {run.partitions === null ? null : <PartitionsPanel partitions={run.partitions} durationMs={durationMs} />}
      {isLive ? <LiveCharts points={livePoints} durationMs={durationMs} /> : null}
    </>
  )
}

function Notices({ notices }: { readonly notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <ul className="lines" aria-live="polite">
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  )
}

/** The evidence: comparison, diagnosis, latency, accounting, leftovers and checks. */
function Evidence({ run, result }: Pick<FiguresProps, 'run' | 'result'>) {
  const { record, preflight } = run
  const sections = useMemo(
    () => (record === null || hasOutputs(record) || result === null ? null : evidenceOf(record, result)),
    [record, result],
  )
  const comparisons = record?.overlay?.comparisons ?? []
  return (
    <>
      {comparisons.length === 0 ? null : <DocumentBlocks blocks={[comparisonTable(comparisons)]} />}
      <div className="evidence">
        <div>
          {record?.prediction == null ? null : <DocumentSections sections={calibrationSections(record.prediction)} />}
          {sections === null ? null : <DocumentSections sections={sections.left} />}
        </div>
        <div>
          {record === null ? null : <DocumentBlocks blocks={leftoversBlocks(record)} />}
          {sections === null ? null : <DocumentSections sections={sections.right} />}
          {preflight === null || measuredNothing(run) ? null : <PreflightList preflight={preflight} />}
        </div>
      </div>
    </>
  )
}

/** The sections about the result, by the column in which they stand. */
function evidenceOf(record: MeasuredRecord, result: Result): Readonly<Record<'left' | 'right', readonly Section[]>> {
  return {
    left: [diagnosisSection(record, result), latencySection(record, result, {})],
    right: [accountingSection(record, [], result)],
  }
}
