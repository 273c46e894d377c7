/**
 * A what-if over one field: a sentence that says where the binding limit changes, the curve, and a slider.
 */
import { memo, useId, useMemo, useRef } from 'react'
import { formatValue } from '../../../charts/value-format.ts'
import { whatIfChart } from '../../../charts/what-if-chart.ts'
import type { WhatIfCurve, WhatIfEvidence, WhatIfGrowth } from '../../../charts/what-if-regimes.ts'
import { whatIfSentences } from '../../../charts/what-if-sentence.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { ChartView } from '../../components/chart-view.tsx'
import { canonicalText } from './form-field.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'
import { useWhatIf } from './use-what-if.ts'
import { noEvidence, useWhatIfEvidence } from './use-what-if-evidence.ts'
import { gridValues, type WhatIfAxis, whatIfAxis } from './what-if-axis.ts'
import { type WhatIfChoice, whatIfChoices, workingValue } from './what-if-fields.ts'

interface WhatIfPanelProps {
  readonly editor: ScenarioEditor
  readonly offering: Offering
  readonly place: string
  readonly dispatch: (action: EditorAction) => void
  /** Null if no growth was typed. */
  readonly growth: WhatIfGrowth | null
}

/** The what-if over the field at `place`. The scenario must have a number there. */
export function WhatIfPanel({ editor, offering, place, dispatch, growth }: WhatIfPanelProps) {
  const value = workingValue(editor.scenario, place) ?? 1
  const axis = useKeptAxis(place, value)
  const traced = useWhatIf({ editor, offering, axis, value })
  const curve = traced?.curve ?? null
  const placeEvidence = useWhatIfEvidence(editor.scenario, place, offering)
  // After a change of the field the earlier curve stays until the new one is computed. The new evidence is not on it.
  const evidence = traced?.place === place ? placeEvidence : noEvidence
  return (
    <div className="what-if">
      {curve === null ? (
        <p className="what-if-sentence" aria-busy="true" />
      ) : (
        <CurveView {...{ curve, evidence, growth }} />
      )}
      <Slider
        axis={axis}
        value={value}
        curve={curve}
        onMove={(to) => typeValue(editor, place, to, dispatch)}
        onLeave={() => dispatch({ type: 'settled' })}
      />
    </div>
  )
}

/** Types the value into the field. A rate that was typed in bytes stays in bytes. */
function typeValue(editor: ScenarioEditor, place: string, value: number, dispatch: WhatIfPanelProps['dispatch']): void {
  dispatch({ type: 'typed', place, text: canonicalText(editor, place, value) })
}

/** The axis for the current value; the earlier one while the value stays within it. */
function useKeptAxis(place: string, value: number): WhatIfAxis {
  const kept = useRef<WhatIfAxis | null>(null)
  kept.current = whatIfAxis(kept.current, place, value)
  return kept.current
}

interface CurveViewProps {
  readonly curve: WhatIfCurve
  readonly evidence: WhatIfEvidence
  readonly growth: WhatIfGrowth | null
}

const CurveView = memo(function CurveView({ curve, evidence, growth }: CurveViewProps) {
  const chart = useMemo(() => whatIfChart(curve, evidence, growth), [curve, evidence, growth])
  const [lead = '', ...others] = whatIfSentences(curve)
  return (
    <ChartView
      description={chart}
      heightRem="fill"
      head={
        <p className="what-if-sentence">
          <strong>{withNoBreakSpaces(lead)}</strong> {withNoBreakSpaces(others.join(' '))}
        </p>
      }
    />
  )
})

interface SliderProps {
  readonly axis: WhatIfAxis
  readonly value: number
  readonly curve: WhatIfCurve | null
  readonly onMove: (value: number) => void
  /** Called when the slider is released. Later changes are another undo step. */
  readonly onLeave: () => void
}

/** Changes the field over the values of the axis, with the pointer or arrow keys. */
function Slider({ axis, value, curve, onMove, onLeave }: SliderProps) {
  const id = useId()
  const values = useMemo(() => gridValues(axis, value), [axis, value])
  const field = curve?.field
  const text = field === undefined ? String(value) : formatValue(value, field.format)
  const unit =
    field?.unit === null || field === undefined ? '' : ` ${value === 1 ? field.unit.singular : field.unit.plural}`
  return (
    <div className="what-if-handle">
      <label htmlFor={id}>Value</label>
      <input
        id={id}
        type="range"
        min={0}
        max={values.length - 1}
        step={1}
        value={values.indexOf(value)}
        aria-valuetext={`${text}${unit}`}
        onPointerUp={onLeave}
        onBlur={onLeave}
        onChange={(event) => {
          const chosen = values[Number(event.target.value)]
          if (chosen !== undefined) onMove(chosen)
        }}
      />
      <output htmlFor={id} className="number">
        {text}
        {unit}
      </output>
    </div>
  )
}

interface WhatIfChoiceProps {
  readonly editor: ScenarioEditor
  readonly place: string
  readonly onChoose: (place: string) => void
}

/** The choice of the varied field. */
export const WhatIfChoiceField = memo(function WhatIfChoiceField({ editor, place, onChoose }: WhatIfChoiceProps) {
  return (
    <label className="what-if-choice">
      <span>Vary</span>
      <select value={place} onChange={(event) => onChoose(event.target.value)}>
        <WhatIfOptions choices={whatIfChoices(editor.scenario)} />
      </select>
    </label>
  )
})

/** The options of `WhatIfChoiceField`. They are rendered again only if an entry was added, removed or renamed. */
const WhatIfOptions = memo(
  function WhatIfOptions({ choices }: { readonly choices: readonly WhatIfChoice[] }) {
    const groups = [...new Set(choices.map((choice) => choice.group))]
    return groups.map((group) => (
      <optgroup key={group} label={group}>
        {choices
          .filter((choice) => choice.group === group)
          .map((choice) => (
            <option key={choice.place} value={choice.place}>
              {choice.label}
            </option>
          ))}
      </optgroup>
    ))
  },
  ({ choices: before }, { choices: after }) =>
    before.length === after.length &&
    before.every(({ place, label }, index) => place === after[index]?.place && label === after[index].label),
)
