/**
 * The two charts of an answer, one at a time: how full each limit is now, and what another value would change.
 */
import { useMemo } from 'react'
import { utilisationChart } from '../../../charts/utilisation-chart.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import { ChartView } from '../../components/chart-view.tsx'
import { rowChartRem } from '../../components/row-chart-height.ts'
import { openQuestionsId, questionsOf } from './open-questions.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'
import { firstWhatIfPlace, workingValue } from './what-if-fields.ts'
import { WhatIfChoiceField, WhatIfPanel } from './what-if-panel.tsx'

/** Which chart is shown and which field is varied. */
export interface ChartChoice {
  readonly tab: TabName
  readonly place: string
}

/** Before one is chosen. */
export const firstChart: ChartChoice = { tab: 'utilisation', place: firstWhatIfPlace }

/** What the charts of an answer are made of. */
export interface AnswerChartsProps {
  readonly choice: ChartChoice
  readonly onChoose: (choice: ChartChoice) => void
  readonly editor: ScenarioEditor
  readonly offering: Offering
  readonly prediction: Prediction
  readonly dispatch: (action: EditorAction) => void
}

const tabs = [
  { name: 'utilisation', label: 'Every limit' },
  { name: 'what-if', label: 'What would change it?' },
] as const
/** The chart that is shown. */
type TabName = (typeof tabs)[number]['name']

/** The chart that is chosen, and the choice. */
export function AnswerCharts({ editor, offering, prediction, choice, onChoose, dispatch }: AnswerChartsProps) {
  const { tab } = choice
  // The entry that was varied may be gone.
  const place = workingValue(editor.scenario, choice.place) === null ? firstWhatIfPlace : choice.place
  return (
    <section aria-label="Charts">
      <div className="answer-tabs">
        <fieldset className="segments">
          <legend className="visually-hidden">Chart</legend>
          {tabs.map(({ name, label }) => (
            <label key={name}>
              <input
                type="radio"
                name="answer-chart"
                checked={tab === name}
                onChange={() => onChoose({ ...choice, tab: name })}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        {tab === 'what-if' ? (
          <WhatIfChoiceField editor={editor} place={place} onChoose={(chosen) => onChoose({ tab, place: chosen })} />
        ) : (
          <QuestionsLink prediction={prediction} />
        )}
      </div>
      {tab === 'what-if' ? (
        <WhatIfPanel editor={editor} offering={offering} place={place} dispatch={dispatch} />
      ) : (
        <UtilisationView prediction={prediction} />
      )}
    </section>
  )
}

/** How many questions are open, and the way to them. */
function QuestionsLink({ prediction }: { readonly prediction: Prediction }) {
  const count = questionsOf(prediction).length
  if (count === 0) return null
  return (
    <button
      type="button"
      className="plain"
      onClick={() => document.getElementById(openQuestionsId)?.scrollIntoView({ block: 'center' })}
    >
      {count === 1 ? '1 open question' : `${count} open questions`}
    </button>
  )
}

function UtilisationView({ prediction }: { readonly prediction: Prediction }) {
  const chart = useMemo(() => utilisationChart(prediction), [prediction])
  return <ChartView description={chart} heightRem={rowChartRem(chart.y.ticks.length)} />
}
