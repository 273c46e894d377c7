import { type ReactNode, useId } from 'react'

interface LabelledInputProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly problem?: string | undefined
  readonly isWide?: boolean
  /** True to hide what is typed. */
  readonly isSecret?: boolean
  readonly hint?: ReactNode
  /** The place of the field, by which `focusField` finds it. */
  readonly place?: string
  readonly onChange: (text: string) => void
}

/** A text input with its label, and a note with its problem or a hint. */
export function LabelledInput(props: LabelledInputProps) {
  const id = useId()
  // An empty field is not marked as invalid, but the note below it says what it needs.
  const isWrong = props.problem !== undefined && props.value !== ''
  return (
    <div className={props.isWide ? 'field is-wide' : 'field'}>
      <div className="field-head">
        <label htmlFor={id}>{props.label}</label>
      </div>
      <input
        id={id}
        type={props.isSecret ? 'password' : 'text'}
        autoComplete="off"
        value={props.value}
        data-place={props.place}
        placeholder={props.placeholder}
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={isWrong ? 'field-problem' : 'quiet'}>
        {props.problem ?? props.hint}
      </p>
    </div>
  )
}
