import { useEffect, useId, useRef } from 'react'

interface ConfirmDialogProps {
  readonly question: string
  readonly detail: string
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before something is destroyed; the only modal thing there is. Escape and the first button leave all as it is. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={props.onCancel}>
      <h2 id={id}>{props.question}</h2>
      <p>{props.detail}</p>
      <div className="actions">
        <button type="button" onClick={props.onCancel}>
          Keep
        </button>
        <button type="button" className="primary" onClick={props.onConfirm}>
          {props.confirmLabel}
        </button>
      </div>
    </dialog>
  )
}
