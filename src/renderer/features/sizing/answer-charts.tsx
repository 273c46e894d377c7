/**
 * The two charts of an answer, one at a time: the utilisation of every limit, below the large figures, and a what-if.
 */
import { memo, useMemo } from 'react'
import { utilisationChart } from '../../../charts/utilisation-chart.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import { counted } from '../../../units/count.ts'
import { ChartView } from '../../components/chart-view.tsx'
import { rowChartRem } from '../../components/row-chart-height.ts'
import { AnswerTiles } from './answer-tiles.tsx'
import { type Growth, whatIfGrowth } from './growth-answer.ts'
import { openQuestionsId, questionsOf } from './open-questions.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'
import { firstWhatIfPlace, workingValue } from './what-if-fields.ts'
import { WhatIfChoiceField, WhatIfPanel } from './what-if-panel.tsx'

/** The shown chart, and the place of the field that a what-if varies. */
export interface ChartChoice {
  readonly tab: TabName
  readonly place: string
}

/** The initial choice. */
export const firstChart: ChartChoice = { tab: 'utilisation', place: firstWhatIfPlace }

/** The inputs of the charts. */
export interface AnswerChartsProps {
  readonly choice: ChartChoice
  readonly onChoose: (choice: ChartChoice) => void
  readonly editor: ScenarioEditor
  readonly offering: Offering
  readonly prediction: Prediction
  readonly dispatch: (action: EditorAction) => void
  /** Null if none was typed. */
  readonly growth: Growth | null
  /** What the headline recommends and the form does not have, as words. */
  readonly otherThan: string
}

const tabs = [
  { name: 'utilisation', label: 'Every limit' },
  { name: 'what-if', label: 'What would change it?' },
] as const
/** Name of a chart. */
type TabName = (typeof tabs)[number]['name']

/** The choice of the chart, and that chart. Memoised, so that the recommendation, computed later, does not render it again. */
export const AnswerCharts = memo(function AnswerCharts(props: AnswerChartsProps) {
  const { editor, offering, prediction, choice, onChoose, dispatch, growth, otherThan } = props
  const grown = useMemo(() => (growth === null ? null : whatIfGrowth(growth)), [growth])
  const { tab } = choice
  // The entry of the varied field may have been removed.
  const place = workingValue(editor.scenario, choice.place) === null ? firstWhatIfPlace : choice.place
  return (
    <section aria-label="Charts" className={`answer-charts is-${tab}`}>
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
        ) : null}
      </div>
      {tab === 'what-if' ? (
        <WhatIfPanel {...{ editor, offering, place, dispatch }} growth={grown} />
      ) : (
        <UtilisationView {...{ prediction, otherThan }} />
      )}
    </section>
  )
})

/** The number of open questions, as a link that scrolls to them; empty if there are none. */
function QuestionsLink({ prediction }: { readonly prediction: Prediction }) {
  const count = questionsOf(prediction).length
  if (count === 0) return <span />
  return (
    <button
      type="button"
      className="plain"
      onClick={() => document.getElementById(openQuestionsId)?.scrollIntoView({ block: 'center' })}
    >
      {counted(count, 'open question')}
    </button>
  )
}

function UtilisationView({ prediction, otherThan }: Pick<AnswerChartsProps, 'prediction' | 'otherThan'>) {
  const chart = useMemo(() => utilisationChart(prediction), [prediction])
  const head = useMemo(() => <QuestionsLink prediction={prediction} />, [prediction])
  return (
    <>
      <AnswerTiles {...{ prediction, otherThan }} />
      <ChartView description={chart} heightRem={rowChartRem(chart.y.ticks.length)} head={head} />
    </>
  )
}
