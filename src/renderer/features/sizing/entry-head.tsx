import { ButtonWithReason } from '../../components/button-with-reason.tsx'
import type { EditorAction, EntryList } from './scenario-editor.ts'

interface EntryHeadProps {
  readonly list: EntryList
  readonly index: number
  readonly name: string
  /** Why the entry cannot be removed; left out if it can. */
  readonly keptBecause?: string | undefined
  readonly dispatch: (action: EditorAction) => void
}

/** The name of an entry and a button that removes it. */
export function EntryHead({ list, index, name, keptBecause, dispatch }: EntryHeadProps) {
  return (
    <div className="entry-head">
      <h3>{name}</h3>
      <ButtonWithReason
        className="plain"
        disabledBecause={keptBecause ?? null}
        reasonAs="tooltip"
        onClick={() => dispatch({ type: 'removed', list, index })}
      >
        Remove<span className="visually-hidden"> {name}</span>
      </ButtonWithReason>
    </div>
  )
}
