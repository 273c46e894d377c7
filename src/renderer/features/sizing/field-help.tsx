/**
 * Help on a field, shown beside it: its meaning, and the limits that it affects with their formulas, sources and dates.
 */

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { constraintName } from '../../../contracts/dimensions.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import { limitLine } from '../../../presentation/sizing/limits-table.ts'
import { ConstraintWhy } from '../../components/constraint-why.tsx'
import { fieldRow, isFieldPlace } from './field-table.ts'
import { movedLimits } from './moved-limits.ts'
import type { ScenarioEditor } from './scenario-editor.ts'
import { workingValue } from './what-if-fields.ts'

/** The field whose help is open, and the position of the help on the page in pixels. */
export interface OpenHelp {
  readonly place: string
  readonly left: number
  readonly top: number
}

/**
 * Opens the help of a field in `form` when its question mark is clicked or F1 is pressed in the field. Returns the open
 * help, null if none is open, and a function that closes it.
 */
export function useFieldHelp(form: RefObject<HTMLElement | null>): [OpenHelp | null, () => void] {
  const [help, setHelp] = useState<OpenHelp | null>(null)
  useEffect(() => {
    const element = form.current
    const open = (place: string | undefined, target: Element) => {
      if (place === undefined || !isFieldPlace(place)) return
      const { top } = target.getBoundingClientRect()
      setHelp({ place, top, left: element?.getBoundingClientRect().right ?? 0 })
    }
    const onClick = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-help]') : null
      if (button !== null) open(button.dataset.help, button)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || !(event.target instanceof HTMLElement)) return
      event.preventDefault()
      open(event.target.dataset.place, event.target)
    }
    element?.addEventListener('click', onClick)
    element?.addEventListener('keydown', onKeyDown)
    return () => {
      element?.removeEventListener('click', onClick)
      element?.removeEventListener('keydown', onKeyDown)
    }
  }, [form])
  return [help, useCallback(() => setHelp(null), [])]
}

interface FieldHelpProps {
  readonly help: OpenHelp
  readonly editor: ScenarioEditor
  readonly offering: Offering
  readonly prediction: Prediction
  readonly onWhatIf: (place: string) => void
  readonly onClose: () => void
}

/** At most this many limits are explained in the help. The answer lists all. */
const maxShownLimits = 6
/** The help starts at least this far above the lower edge of the window. */
const minHeightPx = 320

/** The help, over the answer and beside its field. A click elsewhere or Escape closes it. */
export function FieldHelp({ help, editor, offering, prediction, onWhatIf, onClose }: FieldHelpProps) {
  const { place } = help
  const row = fieldRow(place)
  const box = useOpenPopover(onClose)
  const affected = movedLimits(editor, place, { offering, prediction })
  const top = Math.max(8, Math.min(help.top, window.innerHeight - minHeightPx))
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={`Help on ${row.label}`}
      tabIndex={-1}
      className="field-help"
      style={{ left: help.left + 8, top, maxHeight: window.innerHeight - top - 16 }}
    >
      <h2>{row.label}</h2>
      {row.explanation === undefined ? null : <p>{row.explanation}.</p>}
      {workingValue(editor.scenario, place) === null ? null : (
        <button
          type="button"
          onClick={() => {
            onWhatIf(place)
            onClose()
          }}
        >
          What would another value change?
        </button>
      )}
      <p className="quiet">{affectedText(affected.length, editor, place)}</p>
      <ul className="lines">
        {affected.slice(0, maxShownLimits).map((constraint) => (
          <li key={constraint.id}>
            <strong>{constraintName(constraint)}</strong> <span className="number">{limitLine(constraint)}</span>
            <ConstraintWhy constraint={constraint} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function affectedText(count: number, editor: ScenarioEditor, place: string): string {
  if (count > maxShownLimits) return `It affects ${count} limits. The ${maxShownLimits} fullest:`
  if (count > 0) return count === 1 ? 'It affects one limit:' : `It affects ${count} limits:`
  if (fieldRow(place).kind !== 'text' && workingValue(editor.scenario, place) === null) {
    return 'Left empty, it affects no limit.'
  }
  return 'It affects no limit of this offering.'
}

/** Opens the element as a popover, with the focus, and calls `onClose` when it closes. Returns the element's `ref`. */
function useOpenPopover(onClose: () => void): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const onToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === 'closed') onClose()
    }
    element.showPopover()
    element.focus()
    element.addEventListener('toggle', onToggle)
    return () => element.removeEventListener('toggle', onToggle)
  }, [onClose])
  return box
}
