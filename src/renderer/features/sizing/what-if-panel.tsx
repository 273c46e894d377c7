/**
 * What-if: one field varied, one sentence about where another limit takes over, the curve, and a handle to move it by.
 */
import { memo, useId, useMemo, useRef } from 'react'
import { formatValue } from '../../../charts/value-format.ts'
import { whatIfChart } from '../../../charts/what-if-chart.ts'
import type { WhatIfCurve, WhatIfEvidence } from '../../../charts/what-if-regimes.ts'
import { whatIfSentences } from '../../../charts/what-if-sentence.ts'
import type { Offering } from '../../../contracts/offering.ts'
import { together } from '../../../presentation/painters/together.ts'
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
}

/** The what-if over the field at `place`, which the scenario must have a number for. */
export function WhatIfPanel({ editor, offering, place, dispatch }: WhatIfPanelProps) {
  const value = workingValue(editor.scenario, place) ?? 1
  const axis = useKeptAxis(place, value)
  const traced = useWhatIf({ editor, offering, axis, value })
  const curve = traced?.curve ?? null
  const ofPlace = useWhatIfEvidence(editor.scenario, place, offering)
  // Until the curve over another field is traced the one before stands there: what was seen of the other is not on it.
  const evidence = traced?.place === place ? ofPlace : noEvidence
  return (
    <div className="what-if">
      {curve === null ? <p className="what-if-sentence" aria-busy="true" /> : <CurveView {...{ curve, evidence }} />}
      <Handle
        axis={axis}
        value={value}
        curve={curve}
        onMove={(to) => move(editor, place, to, dispatch)}
        onLeave={() => dispatch({ type: 'settled' })}
      />
    </div>
  )
}

/** The value as the field would have it typed: a rate that was given in bytes stays one. */
function move(editor: ScenarioEditor, place: string, value: number, dispatch: WhatIfPanelProps['dispatch']): void {
  dispatch({ type: 'typed', place, text: canonicalText(editor, place, value) })
}

function useKeptAxis(place: string, value: number): WhatIfAxis {
  const kept = useRef<WhatIfAxis | null>(null)
  kept.current = whatIfAxis(kept.current, place, value)
  return kept.current
}

const chartRem = 18

interface CurveViewProps {
  readonly curve: WhatIfCurve
  readonly evidence: WhatIfEvidence
}

const CurveView = memo(function CurveView({ curve, evidence }: CurveViewProps) {
  const chart = useMemo(() => whatIfChart(curve, evidence), [curve, evidence])
  const [lead = '', ...others] = whatIfSentences(curve)
  return (
    <>
      <p className="what-if-sentence">
        <strong>{together(lead)}</strong> {together(others.join(' '))}
      </p>
      <ChartView description={chart} heightRem={chartRem} />
    </>
  )
})

interface HandleProps {
  readonly axis: WhatIfAxis
  readonly value: number
  readonly curve: WhatIfCurve | null
  readonly onMove: (value: number) => void
  /** The handle was let go: what follows is another step. */
  readonly onLeave: () => void
}

/** Moves the field over the values of the axis, by hand or by arrow keys. */
function Handle({ axis, value, curve, onMove, onLeave }: HandleProps) {
  const id = useId()
  const values = useMemo(() => gridValues(axis, value), [axis, value])
  const field = curve?.field
  const text = field === undefined ? String(value) : formatValue(value, field.format)
  const unit =
    field?.unit === null || field === undefined ? '' : ` ${value === 1 ? field.unit.singular : field.unit.plural}`
  return (
    <div className="what-if-handle">
      <label htmlFor={id}>Move it</label>
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

/** Which field is varied. */
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

/** Some forty options: the same ones at every key that adds, removes and renames no entry. */
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
