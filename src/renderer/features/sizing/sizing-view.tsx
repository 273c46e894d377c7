/**
 * The sizing view: the inputs on the left, the predicted answer with its charts on the right.
 */

import { useMemo, useRef } from 'react'
import { explainCalibration } from '../../../capacity/explain-calibration.ts'
import { predictionSentences } from '../../../capacity/explain-prediction.ts'
import { predict } from '../../../capacity/predict.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { thisScenarioLead } from '../../../presentation/sizing/recommendation.ts'
import { noSizeOf } from '../../../presentation/sizing/size-sentences.ts'
import { otherThanRecommended } from '../../../presentation/sizing/tiles-caption.ts'
import { ConstraintList } from '../../components/constraint-list.tsx'
import { PredictedQuestion } from '../../components/predicted-question.tsx'
import { remedyText } from '../../components/remedy-text.ts'
import { SettledStatus } from '../../components/settled-status.tsx'
import { AnswerCharts, type AnswerChartsProps, type ChartChoice } from './answer-charts.tsx'
import { ClusterFields } from './cluster-fields.tsx'
import { ConsumerFields } from './consumer-fields.tsx'
import { FieldHelp, useFieldHelp } from './field-help.tsx'
import { focusField } from './focus-field.ts'
import { GrowthFields } from './growth-fields.tsx'
import { MixturePanel } from './mixture-panel.tsx'
import { modelOf } from './model-of.ts'
import { isNewWorkload } from './new-scenario.ts'
import type { OnMeasure } from './next-panel.tsx'
import { NotesField } from './notes-field.tsx'
import { RecommendationHead } from './recommendation-head.tsx'
import { Recommendations } from './recommendations.tsx'
import { ReportButton } from './report-button.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'
import { StaleNote } from './stale-note.tsx'
import { ToBeSet } from './to-be-set.tsx'
import { TopicFields } from './topic-fields.tsx'
import { TrafficFields } from './traffic-fields.tsx'
import type { TypedGrowth } from './use-growth.ts'
import { useRecommendation } from './use-recommendation.ts'
import type { SizingReport } from './use-sizing-report.ts'

interface SizingViewProps {
  readonly editor: ScenarioEditor
  readonly models: ModelList
  readonly dispatch: (action: EditorAction) => void
  /** The shown chart. The page keeps it while another view is open. */
  readonly choice: ChartChoice
  readonly onChoose: (choice: ChartChoice) => void
  readonly growth: TypedGrowth
  readonly report: SizingReport
  readonly onMeasure: OnMeasure
  /** Opens the dialog with the files that set up the recommended answer. */
  readonly onUse: () => void
}

const question = 'What will this workload get?'

/** The sizing view. */
export function SizingView(props: SizingViewProps) {
  const { editor, models, dispatch, choice, onChoose, growth, report, onMeasure, onUse } = props
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
      {/* Not a form element: Enter would submit it, and every field takes effect at once. */}
      <section className="inputs" aria-label="Workload and cluster" ref={form}>
        <TrafficFields {...shared} />
        <GrowthFields {...growth} />
        <TopicFields {...shared} />
        <ConsumerFields {...shared} />
        <ClusterFields {...shared} models={models} />
        <NotesField {...shared} />
      </section>
      <main className="answer" id="answer">
        {isKnown ? (
          <Answer {...shared} {...{ offering, base, prediction, choice, onChoose, report, onMeasure, onUse, growth }} />
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

interface AnswerProps
  extends Omit<AnswerChartsProps, 'growth' | 'otherThan'>,
    Pick<SizingViewProps, 'report' | 'onMeasure' | 'onUse'> {
  /** The offering without its calibration. */
  readonly base: Offering
  readonly growth: TypedGrowth
}

function Answer({ report, base, onMeasure, onUse, growth: { growth }, ...props }: AnswerProps) {
  const { editor, offering, prediction, dispatch } = props
  const { scenario } = editor
  const { sentence, reason } = predictionSentences(prediction)
  const noSize = useMemo(() => noSizeOf(prediction, scenario, offering), [prediction, scenario, offering])
  const recommended = useRecommendation({ scenario, prediction, offering, growth, noSize })
  const { recommendation, grown } = recommended
  return (
    <>
      <div className="first-screen">
        <div className="question-row">
          <PredictedQuestion question={question} />
          <ReportButton report={report} onUse={onUse} />
        </div>
        <StaleNote places={Object.keys(editor.refused)} onShow={focusField} />
        {isNewWorkload(scenario) ? (
          <p className="quiet">
            This is the workload that a new scenario begins with. Type yours on the left, beginning with the peak rate.
          </p>
        ) : null}
        <RecommendationHead {...{ recommendation, grown, offering, dispatch }} size={scenario.deployment.size} />
        <ToBeSet before={editor.beforeApplied} {...{ scenario, offering }} />
        <div className="chosen-size">
          <p className="carried">
            <span className="this-scenario">{thisScenarioLead}</span>{' '}
            <span className="sentence">{withNoBreakSpaces(sentence)}</span>{' '}
            <span className="reason">{withNoBreakSpaces(reason)}</span>
          </p>
        </div>
        <CalibrationNote prediction={prediction} />
        <SettledStatus text={sentence} />
        <AnswerCharts
          {...props}
          growth={growth}
          otherThan={otherThanRecommended(recommendation, scenario.deployment.size, offering)}
        />
      </div>
      <MixturePanel {...{ scenario, offering, dispatch }} />
      <div className="evidence">
        <ConstraintList prediction={prediction} />
        <Recommendations
          {...{ prediction, scenario, offering, base, onMeasure, dispatch, recommended, growth, noSize }}
        />
      </div>
    </>
  )
}

/** Shown instead of an answer if the model or its calibration is missing or invalid. */
function NoModel({ error }: { readonly error: AppErrorData | null }) {
  return (
    <>
      <h1 className="question">{question}</h1>
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

/** Names the calibration of the prediction, if it has one. */
function CalibrationNote({ prediction }: { readonly prediction: Prediction }) {
  const sentence = explainCalibration(prediction)
  return sentence === '' ? null : <p className="reason">{sentence}</p>
}
