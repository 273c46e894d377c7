import { useEffect, useId, useRef } from 'react'
import { commandMenus, keysText, rowsOfMenu } from '../../contracts/commands.ts'

interface KeysHelpProps {
  readonly platform: string
  readonly onClose: () => void
}

/** Keys of fields and charts. They are not commands, so no menu lists them. */
const fieldKeys: readonly (readonly [string, string])[] = [
  ['F1', 'Help on the field: which limits it affects'],
  ['Tab', 'Next field; the menu bar with Alt'],
  ['← →', 'Move the slider of a what-if'],
  ['Esc', 'Close the dialog, palette or help'],
]

/** The list of all keyboard shortcuts, grouped as in the menu. */
export function KeysHelp({ platform, onClose }: KeysHelpProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const groups = commandMenus.map((menu) => ({
    label: menu.label as string,
    rows: rowsOfMenu(menu).flatMap(({ label, keys, alsoKeys = [] }) =>
      keys === null
        ? []
        : [[[keys, ...alsoKeys].map((combination) => keysText(combination, platform)).join(', '), label] as const],
    ),
  }))
  return (
    <dialog ref={dialog} className="keys-help" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>Keyboard shortcuts</h2>
      <div className="keys-groups">
        {[...groups, { label: 'Fields and charts', rows: fieldKeys }].map(({ label, rows }) => (
          <section key={label}>
            <h3>{label}</h3>
            <dl>
              {rows.map(([keys, text]) => (
                <div key={text}>
                  <dt>{text}</dt>
                  <dd>
                    <kbd>{keys}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}
