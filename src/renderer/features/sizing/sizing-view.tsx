/**
 * Sizing: what will this workload get? Inputs left, the answer and its chart beside them, everything else unfolds.
 */
import { useMemo } from 'react'
import { explainPrediction } from '../../../capacity/explain-prediction.ts'
import { predict } from '../../../capacity/predict.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { SettledStatus } from '../../components/settled-status.tsx'
import { together } from '../../components/together.ts'
import { AnswerCharts } from './answer-charts.tsx'
import { splitSentence } from './answer-sentence.ts'
import { AnswerTiles } from './answer-tiles.tsx'
import { ClusterFields } from './cluster-fields.tsx'
import { ConstraintList } from './constraint-list.tsx'
import { NotesField } from './notes-field.tsx'
import { ReaderFields } from './reader-fields.tsx'
import { Recommendations } from './recommendations.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'
import { TopicFields } from './topic-fields.tsx'
import { TrafficFields } from './traffic-fields.tsx'

interface SizingViewProps {
  readonly editor: ScenarioEditor
  readonly offerings: readonly Offering[]
  readonly dispatch: (action: EditorAction) => void
}

/** The sizing view. */
export function SizingView({ editor, offerings, dispatch }: SizingViewProps) {
  const shared = { editor, dispatch }
  return (
    <div className="view">
      {/* A form would submit on Enter; there is nothing to submit, every field shows its effect at once. */}
      <section className="inputs" aria-label="Workload and cluster">
        <TrafficFields {...shared} />
        <TopicFields {...shared} />
        <ReaderFields {...shared} />
        <ClusterFields {...shared} offerings={offerings} />
        <NotesField {...shared} />
      </section>
      <main className="answer" id="answer">
        <Answer {...shared} offerings={offerings} />
      </main>
    </div>
  )
}

function Answer({ editor, offerings, dispatch }: SizingViewProps) {
  const { scenario } = editor
  const offering = offerings.find((candidate) => candidate.id === scenario.deployment.offering)
  const prediction = useMemo(() => (offering === undefined ? null : predict(scenario, offering)), [scenario, offering])
  if (offering === undefined || prediction === null) return <UnknownOffering id={scenario.deployment.offering} />
  const { sentence, reason } = splitSentence(explainPrediction(prediction))
  return (
    <>
      <h1 className="question">What will this workload get?</h1>
      <p className="sentence">{together(sentence)}</p>
      <p className="reason">{together(reason)}</p>
      <SettledStatus text={sentence} />
      <StaleNote count={Object.keys(editor.refused).length} />
      <AnswerTiles prediction={prediction} />
      <AnswerCharts editor={editor} offering={offering} prediction={prediction} dispatch={dispatch} />
      <div className="evidence">
        <ConstraintList prediction={prediction} />
        <Recommendations prediction={prediction} unitName={offering.unitName} />
      </div>
    </>
  )
}

function UnknownOffering({ id }: { readonly id: string }) {
  return (
    <>
      <h1 className="question">What will this workload get?</h1>
      <p className="sentence">The offering “{id}” is not known here.</p>
      <p className="reason">Choose one of the known offerings under Cluster.</p>
    </>
  )
}

function StaleNote({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <p className="stale" role="status">
      {count === 1 ? 'One field cannot be as it is' : `${count} fields cannot be as they are`}; the answer is for the
      values before.
    </p>
  )
}
