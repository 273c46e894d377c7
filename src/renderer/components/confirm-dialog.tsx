import { useEffect, useId, useRef } from 'react'

interface ConfirmDialogProps {
  readonly question: string
  readonly detail: string
  readonly confirmLabel: string
  readonly onConfirm: () => void
  /** Called whichever way it was closed, after `onConfirm`: it goes in any case. */
  readonly onClosed: () => void
}

/**
 * Asks before something is destroyed; the only modal thing there is. Escape and the first button leave all as it is. It is
 * closed before it goes, so that the focus returns to where it was.
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
