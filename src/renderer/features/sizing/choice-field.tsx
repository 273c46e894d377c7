import { memo, useId } from 'react'
import { leftOut, type Option, OptionList } from '../../components/option-list.tsx'
import { choiceLabel } from './choice-table.ts'
import type { EditorAction } from './scenario-editor.ts'

interface ChoiceFieldProps {
  readonly place: string
  /** Defaults to the label in the table of choices. */
  readonly label?: string
  readonly value: string | undefined
  readonly options: readonly Option[]
  readonly isWide?: boolean
  readonly dispatch: (action: EditorAction) => void
}

/** A field of the form whose value is chosen from a list. */
export const ChoiceField = memo(function ChoiceField(props: ChoiceFieldProps) {
  const { place, label = choiceLabel(place), value, options, dispatch } = props
  const id = useId()
  return (
    <div className={props.isWide ? 'field is-wide' : 'field'}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <select
        id={id}
        value={value ?? leftOut}
        data-place={place}
        onChange={(event) => {
          const chosen = event.target.value
          dispatch({ type: 'chosen', place, value: chosen === leftOut ? undefined : chosen })
        }}
      >
        <OptionList options={options} />
      </select>
    </div>
  )
})
