/**
 * Sizing: what will this workload get? Inputs left, the answer and its chart beside them, everything else unfolds.
 */

import { useMemo, useRef } from 'react'
import { explainCalibration, predictionSentences } from '../../../capacity/explain-prediction.ts'
import { predict } from '../../../capacity/predict.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import { together } from '../../../presentation/painters/together.ts'
import { ConstraintList } from '../../components/constraint-list.tsx'
import { remedyText } from '../../components/remedy-text.ts'
import { SettledStatus } from '../../components/settled-status.tsx'
import { AnswerCharts, type AnswerChartsProps, type ChartChoice } from './answer-charts.tsx'
import { AnswerTiles } from './answer-tiles.tsx'
import { ClusterFields } from './cluster-fields.tsx'
import { FieldHelp, useFieldHelp } from './field-help.tsx'
import { modelOf } from './model-of.ts'
import type { OnMeasure } from './next-panel.tsx'
import { NotesField } from './notes-field.tsx'
import { ReaderFields } from './reader-fields.tsx'
import { Recommendations } from './recommendations.tsx'
import { ReportButton } from './report-button.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'
import { TopicFields } from './topic-fields.tsx'
import { TrafficFields } from './traffic-fields.tsx'
import type { SizingReport } from './use-sizing-report.ts'

interface SizingViewProps {
  readonly editor: ScenarioEditor
  readonly models: ModelList
  readonly dispatch: (action: EditorAction) => void
  /** Outlives the view: whoever comes back from another one finds the chart that was left. */
  readonly choice: ChartChoice
  readonly onChoose: (choice: ChartChoice) => void
  readonly report: SizingReport
  readonly onMeasure: OnMeasure
}

/** The sizing view. */
export function SizingView({ editor, models, dispatch, choice, onChoose, report, onMeasure }: SizingViewProps) {
  const { scenario } = editor
  const form = useRef<HTMLElement>(null)
  const [help, closeHelp] = useFieldHelp(form)
  const { offering: id, calibration } = scenario.deployment
  const { offering, error } = useMemo(
    () => modelOf({ offering: id, ...(calibration === undefined ? {} : { calibration }) }, models),
    [id, calibration, models],
  )
  const base = useMemo(() => modelOf({ offering: id }, models).offering ?? offering, [id, models, offering])
  const prediction = useMemo(() => (offering === null ? null : predict(scenario, offering)), [scenario, offering])
  const shared = { editor, dispatch }
  const isKnown = offering !== null && base !== null && prediction !== null
  return (
    <div className="view">
      {/* A form would submit on Enter; there is nothing to submit, every field shows its effect at once. */}
      <section className="inputs" aria-label="Workload and cluster" ref={form}>
        <TrafficFields {...shared} />
        <TopicFields {...shared} />
        <ReaderFields {...shared} />
        <ClusterFields {...shared} models={models} />
        <NotesField {...shared} />
      </section>
      <main className="answer" id="answer">
        {isKnown ? (
          <Answer {...shared} {...{ offering, base, prediction, choice, onChoose, report, onMeasure }} />
        ) : (
          <NoModel error={error} />
        )}
      </main>
      {isKnown && help !== null ? (
        <FieldHelp
          key={help.place}
          {...{ help, editor, offering, prediction }}
          onWhatIf={(place) => onChoose({ tab: 'what-if', place })}
          onClose={closeHelp}
        />
      ) : null}
    </div>
  )
}

interface AnswerProps extends AnswerChartsProps, Pick<SizingViewProps, 'report' | 'onMeasure'> {
  /** The offering without its calibration. */
  readonly base: Offering
}

function Answer({ report, base, onMeasure, ...props }: AnswerProps) {
  const { editor, offering, prediction } = props
  const { sentence, reason } = predictionSentences(prediction)
  return (
    <>
      <div className="answer-head">
        <div>
          <h1 className="question">What will this workload get?</h1>
          <p className="sentence">{together(sentence)}</p>
        </div>
        <ReportButton report={report} />
      </div>
      <p className="reason">{together(reason)}</p>
      <CalibrationNote prediction={prediction} />
      <SettledStatus text={sentence} />
      <StaleNote count={Object.keys(editor.refused).length} />
      <AnswerTiles prediction={prediction} />
      <AnswerCharts {...props} />
      <div className="evidence">
        <ConstraintList prediction={prediction} />
        <Recommendations {...{ prediction, offering, base, onMeasure }} scenario={editor.scenario} />
      </div>
    </>
  )
}

/** Why nothing can be predicted: the model or its calibration is not there, or is broken. */
function NoModel({ error }: { readonly error: AppErrorData | null }) {
  return (
    <>
      <h1 className="question">What will this workload get?</h1>
      <p className="sentence">{error?.message}</p>
      {error?.problems.map(({ place, message }) => (
        <p key={place + message}>
          {place}: {message}
        </p>
      ))}
      <p className="reason">{error === null ? null : remedyText(error)}</p>
    </>
  )
}

/** Which calibration the numbers are with. */
function CalibrationNote({ prediction }: { readonly prediction: Prediction }) {
  const sentence = explainCalibration(prediction)
  return sentence === '' ? null : <p className="reason">{sentence}</p>
}

function StaleNote({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <p className="stale" role="status">
      {count === 1 ? 'One field is invalid' : `${count} fields are invalid`}. Showing the last valid result.
    </p>
  )
}
