import { useEffect, useId, useRef, useState } from 'react'
import { findEntries, type PaletteEntry } from './palette-entries.ts'

interface CommandPaletteProps {
  readonly entries: readonly PaletteEntry[]
  readonly onClose: () => void
}

/** At most this many matches are listed. */
const maxShown = 50

/** Finds commands by name. Arrow keys choose one, Enter runs it, Escape closes the palette. */
export function CommandPalette({ entries, onClose }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const matches = findEntries(entries, typed, maxShown)
  const index = Math.min(chosen, matches.length - 1)
  const optionId = (position: number) => `${id}-option-${position}`
  useEffect(() => document.getElementById(`${id}-option-${index}`)?.scrollIntoView({ block: 'nearest' }), [id, index])
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    // The palette is closed first, which returns the focus to the page. The command may then move the focus.
    dialog.current?.close()
    setTimeout(() => entry.run())
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((index + step + matches.length) % Math.max(1, matches.length))
    else if (event.key === 'Enter') run(matches[index])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className="palette" aria-label="Find a command" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Command, example, model or field"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={matches.length === 0 ? undefined : optionId(index)}
        autoComplete="off"
        spellCheck={false}
        placeholder="Command, example, model or field"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Found" className="palette-list" tabIndex={-1}>
        {matches.map((entry, position) => (
          <div
            key={entry.id}
            role="option"
            id={optionId(position)}
            aria-selected={position === index}
            tabIndex={-1}
            onPointerMove={() => setChosen(position)}
            onClick={() => run(entry)}
            onKeyDown={onKeyDown}
          >
            <span>{entry.label}</span>
            <span className="quiet">{entry.keys === '' ? entry.kind : <kbd>{entry.keys}</kbd>}</span>
          </div>
        ))}
      </div>
      {matches.length === 0 ? <p className="quiet palette-none">No match.</p> : null}
    </dialog>
  )
}
