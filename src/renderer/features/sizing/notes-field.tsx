import { fieldRow } from './field-table.ts'
import { textAt } from './form-field.tsx'
import type { EditorAction, ScenarioEditor } from './scenario-editor.ts'

interface NotesFieldProps {
  readonly editor: ScenarioEditor
  readonly dispatch: (action: EditorAction) => void
}

const place = 'notes'

/** The user's notes on the scenario. They are stored in its file and shown in reports. */
export function NotesField({ editor, dispatch }: NotesFieldProps) {
  const refused = editor.refused[place]
  const typed = editor.typed?.place === place ? editor.typed.text : undefined
  return (
    <section className="group notes" aria-labelledby="notes-heading">
      <h2 id="notes-heading">Notes</h2>
      <textarea
        aria-labelledby="notes-heading"
        aria-invalid={refused !== undefined}
        aria-describedby={refused === undefined ? undefined : 'notes-problem'}
        data-place={place}
        placeholder={fieldRow(place).whenEmpty}
        value={typed ?? refused?.text ?? textAt(editor, place)}
        onBlur={() => dispatch({ type: 'settled' })}
        onChange={(event) => dispatch({ type: 'typed', place, text: event.target.value })}
      />
      {refused === undefined ? null : (
        <p id="notes-problem" className="field-problem">
          {refused.problem}
        </p>
      )}
    </section>
  )
}
