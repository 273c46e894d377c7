/**
 * A field in which the user types: label, input, the value in another unit, and the problem of an invalid text.
 */
import { memo, useId } from 'react'
import type { CountNoun } from '../../../capacity/count-nouns.ts'
import { withNoBreakSpaces } from '../../../presentation/painters/no-break-spaces.ts'
import { fieldRow } from './field-table.ts'
import type { EditorAction, RefusedText } from './scenario-editor.ts'

interface QuantityFieldProps {
  readonly place: string
  /** The value in canonical form; empty if the scenario has none. */
  readonly text: string
  /** A shorter form of `text`, if there is one. */
  readonly shortText?: string | undefined
  /** The text while the user types; undefined otherwise. */
  readonly typed?: string | undefined
  readonly refused: RefusedText | undefined
  /** The value in another unit, shown beside the label. */
  readonly echo?: string | undefined
  /** What the number counts, if it depends on the offering. */
  readonly unit?: CountNoun | undefined
  readonly isWide?: boolean
  readonly dispatch: (action: EditorAction) => void
}

/** The field. It shows the text while the user types, with its reading beside the label, and otherwise the canonical form. */
export const QuantityField = memo(function QuantityField(props: QuantityFieldProps) {
  const { place, typed, refused, dispatch } = props
  const row = fieldRow(place)
  const id = useId()
  const shown = typed ?? refused?.text ?? props.text
  const isEchoed = typed !== undefined && typed !== props.text && refused === undefined && row.kind !== 'text'
  return (
    <div className={props.isWide ? 'field is-wide' : 'field'}>
      <div className="field-head">
        <span>
          <label htmlFor={id}>{row.label}</label>
          <HelpButton place={place} label={row.label} />
        </span>
        <span className="field-echo number">{isEchoed ? (props.shortText ?? props.text) : props.echo}</span>
      </div>
      <input
        id={id}
        type="text"
        autoComplete="off"
        value={shown}
        title={row.explanation}
        placeholder={row.whenEmpty}
        aria-invalid={refused !== undefined}
        aria-describedby={refused === undefined ? undefined : `${id}-problem`}
        data-place={place}
        onBlur={() => dispatch({ type: 'settled' })}
        onChange={(event) => dispatch({ type: 'typed', place, text: event.target.value, unit: props.unit })}
      />
      {refused === undefined ? null : (
        <p id={`${id}-problem`} className="field-problem">
          {withNoBreakSpaces(refused.problem)}
        </p>
      )}
    </div>
  )
})

/** Opens the help of a field. It is not in the tab order, because F1 in the field does the same. */
function HelpButton({ place, label }: { readonly place: string; readonly label: string }) {
  return (
    <button
      type="button"
      className="help"
      tabIndex={-1}
      data-help={place}
      title="Help (F1)"
      aria-label={`Help on ${label}`}
    >
      ?
    </button>
  )
}
