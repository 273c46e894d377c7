/**
 * The two charts of an answer, one at a time: how full each limit is now, and what another value would change.
 */
import { useMemo, useState } from 'react'
import { utilisationChart } from '../../../charts/utilisation-chart.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import { ChartView } from '../../components/chart-view.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'
import { firstWhatIfPlace, workingValue } from './what-if-fields.ts'
import { WhatIfChoiceField, WhatIfPanel } from './what-if-panel.tsx'

interface AnswerChartsProps {
  readonly editor: ScenarioEditor
  readonly offering: Offering
  readonly prediction: Prediction
  readonly dispatch: (action: EditorAction) => void
}

const tabs = [
  { name: 'utilisation', label: 'How full is each limit?' },
  { name: 'what-if', label: 'What would change it?' },
] as const
type TabName = (typeof tabs)[number]['name']

/** The chart that is chosen, and the choice. */
export function AnswerCharts({ editor, offering, prediction, dispatch }: AnswerChartsProps) {
  const [tab, setTab] = useState<TabName>('utilisation')
  const [chosen, setChosen] = useState(firstWhatIfPlace)
  // The entry that was varied may be gone.
  const place = workingValue(editor.scenario, chosen) === null ? firstWhatIfPlace : chosen
  return (
    <section aria-label="Charts">
      <div className="answer-tabs">
        <fieldset className="segments">
          <legend className="visually-hidden">Chart</legend>
          {tabs.map(({ name, label }) => (
            <label key={name}>
              <input type="radio" name="answer-chart" checked={tab === name} onChange={() => setTab(name)} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        {tab === 'what-if' ? <WhatIfChoiceField editor={editor} place={place} onChoose={setChosen} /> : null}
      </div>
      {tab === 'what-if' ? (
        <WhatIfPanel editor={editor} offering={offering} place={place} dispatch={dispatch} />
      ) : (
        <UtilisationView prediction={prediction} />
      )}
    </section>
  )
}

/** Height that shows up to eight limits with two lines each; more make the rows tighter, never the page longer. */
const rowRem = 2.6
const mostChartRem = 21
const axisRem = 3.25

function UtilisationView({ prediction }: { readonly prediction: Prediction }) {
  const chart = useMemo(() => utilisationChart(prediction), [prediction])
  return <ChartView description={chart} heightRem={Math.min(mostChartRem, chart.y.ticks.length * rowRem + axisRem)} />
}
