import { useEffect, useId, useRef } from 'react'

interface ConfirmDialogProps {
  readonly question: string
  readonly detail: string
  readonly confirmLabel: string
  readonly onConfirm: () => void
  /** Called after the dialog was closed in any way. If the user confirmed, `onConfirm` was called before. */
  readonly onClosed: () => void
}

/**
 * Asks before something is deleted. Escape and the first button cancel. The owner must render the dialog until `onClosed`,
 * because only a dialog that is closed before it is removed returns the focus to the page.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={props.onClosed}>
      <h2 id={id}>{props.question}</h2>
      <p>{props.detail}</p>
      <div className="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Keep
        </button>
        <button
          type="button"
          className="primary"
          onClick={() => {
            dialog.current?.close()
            props.onConfirm()
          }}
        >
          {props.confirmLabel}
        </button>
      </div>
    </dialog>
  )
}
