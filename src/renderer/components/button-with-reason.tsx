import { type ReactNode, useId } from 'react'
import { withNoBreakSpaces } from '../../presentation/painters/no-break-spaces.ts'

interface ButtonWithReasonProps {
  /** Why the button cannot be pressed, as a clause or a short sentence; null if it can be pressed. */
  readonly disabledBecause: string | null
  /**
   * Where the reason is: `text` beside the button, or `tooltip` for a button that has no room beside it, or that has the same
   * reason as many others.
   */
  readonly reasonAs?: 'text' | 'tooltip'
  /** The tooltip while the button can be pressed. */
  readonly title?: string
  readonly label?: string
  readonly className?: string
  /** True for a state of a moment, in which the button keeps the focus and does nothing. */
  readonly isPending?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button that says why it is disabled. All buttons that can be disabled are of this kind. */
export function ButtonWithReason(props: ButtonWithReasonProps) {
  const { disabledBecause, reasonAs = 'text', title, label, className, isPending = false, onClick, children } = props
  const id = useId()
  const isDisabled = disabledBecause !== null
  const hasText = isDisabled && reasonAs === 'text'
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={isDisabled && reasonAs === 'tooltip' ? disabledBecause : title}
        disabled={isDisabled}
        aria-disabled={isPending}
        aria-describedby={hasText ? id : undefined}
        onClick={() => (isPending ? undefined : onClick())}
      >
        {children}
      </button>
      {hasText ? (
        <span id={id} className="quiet">
          {withNoBreakSpaces(disabledBecause)}
        </span>
      ) : null}
    </>
  )
}
