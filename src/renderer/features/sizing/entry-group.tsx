/**
 * The common layout of topics, traffic and consumers in the form: a group with a heading, and one block per entry, whose
 * less common fields are folded.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { ChoiceField } from './choice-field.tsx'
import { EntryHead } from './entry-head.tsx'
import { focusField } from './focus-field.ts'
import type { EditorAction, EntryList, ScenarioEditor } from './scenario-editor.ts'

/** The properties of every part of the form. */
export interface FormProps {
  readonly editor: ScenarioEditor
  readonly dispatch: (action: EditorAction) => void
}

interface EntryGroupProps {
  readonly list: EntryList
  readonly title: string
  readonly addLabel: string
  /** The number of entries. */
  readonly count: number
  /** The field of a new entry that gets the focus. */
  readonly firstField: string
  readonly dispatch: FormProps['dispatch']
  readonly children: ReactNode
}

/**
 * A group of entries with its title and a button that adds an entry. The focus goes to the new entry, which may be out of
 * sight, and from the button of a removed entry to the button that adds one.
 */
export function EntryGroup({ list, title, addLabel, count, firstField, dispatch, children }: EntryGroupProps) {
  const id = `${list}-heading`
  const button = useRef<HTMLButtonElement>(null)
  const isAdding = useRef(false)
  const before = useRef(count)
  useEffect(() => {
    const isFewer = count < before.current
    before.current = count
    if (isAdding.current) focusField(`workload.${list}[${count - 1}].${firstField}`)
    else if (isFewer && document.activeElement === document.body) button.current?.focus()
    isAdding.current = false
  }, [count, list, firstField])
  return (
    <section className="group" aria-labelledby={id}>
      <div className="group-head">
        <h2 id={id}>{title}</h2>
        <button
          ref={button}
          type="button"
          className="plain"
          onClick={() => {
            isAdding.current = true
            dispatch({ type: 'added', list })
          }}
        >
          {addLabel}
        </button>
      </div>
      {children}
    </section>
  )
}

interface EntryBlockProps {
  readonly list: EntryList
  readonly index: number
  readonly editor: ScenarioEditor
  readonly dispatch: FormProps['dispatch']
  /** Why the entry cannot be removed; left out if it can. */
  readonly keptBecause?: string | undefined
  readonly children: ReactNode
  readonly foldName: string
  readonly folded: ReactNode
}

/** One entry: its name if there are several, its main fields, and the fold with the others. */
export function EntryBlock(props: EntryBlockProps) {
  const { list, index, dispatch } = props
  const entries: readonly { readonly name: string }[] = props.editor.scenario.workload[list]
  return (
    <div className="entry">
      {entries.length === 1 ? null : (
        <EntryHead {...{ list, index, dispatch }} name={entries[index]?.name ?? ''} keptBecause={props.keptBecause} />
      )}
      <div className="fields">{props.children}</div>
      <details className="fold">
        <summary>{props.foldName}</summary>
        <div className="fields">{props.folded}</div>
      </details>
    </div>
  )
}

/** The topic that an entry writes to or reads from; hidden if there is only one topic. */
export function TopicChoice({ editor, dispatch, place, label }: FormProps & { place: string; label: string }) {
  const { topics, producers, consumerGroups } = editor.scenario.workload
  if (topics.length === 1) return null
  const [, list, index] = /\.(\w+)\[(\d+)\]$/.exec(place) ?? []
  const entries = list === 'producers' ? producers : consumerGroups
  return (
    <ChoiceField
      place={`${place}.topic`}
      label={label}
      value={entries[Number(index)]?.topic}
      options={topics.map((topic) => ({ value: topic.name, label: topic.name }))}
      isWide
      dispatch={dispatch}
    />
  )
}
