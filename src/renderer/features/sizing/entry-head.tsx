import type { EditorAction, EntryList } from './scenario-editor.ts'

interface EntryHeadProps {
  readonly list: EntryList
  readonly index: number
  readonly name: string
  /** Why it cannot be taken away; left out where it can. */
  readonly keptBecause?: string | undefined
  readonly dispatch: (action: EditorAction) => void
}

/** Name of one entry of a list, and how to take it away. */
export function EntryHead({ list, index, name, keptBecause, dispatch }: EntryHeadProps) {
  return (
    <div className="entry-head">
      <h3>{name}</h3>
      <button
        type="button"
        className="plain"
        disabled={keptBecause !== undefined}
        title={keptBecause}
        onClick={() => dispatch({ type: 'removed', list, index })}
      >
        Remove<span className="visually-hidden"> {name}</span>
      </button>
    </div>
  )
}
