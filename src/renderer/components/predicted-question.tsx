import { predictedMark } from '../../presentation/labels.ts'

/**
 * The question of a view whose answer is predicted and not measured, with a mark that says so. The mark is beside the
 * question, because a line of its own would push the chart out of a small window.
 */
export function PredictedQuestion({ question }: { readonly question: string }) {
  return (
    <div className="question-line">
      <h1 className="question">{question}</h1>
      <span className="predicted-mark">{predictedMark}</span>
    </div>
  )
}
